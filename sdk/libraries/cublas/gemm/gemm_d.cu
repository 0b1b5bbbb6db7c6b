// Matrix products of double.
#include "cublas/gemm/gemm_functions.cuh"

namespace heddle_blas {
template cublasStatus_t run_gemm(cublasContext&, const GemmCall<double, double, double>&, int);
}
using namespace heddle_blas;

extern "C" {
HEDDLE_BLAS_GEMM_FUNCTION(cublasDgemm_v2, double)
HEDDLE_BLAS_GEMM_FUNCTIONS(D, double)
}
