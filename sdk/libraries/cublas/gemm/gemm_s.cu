// Matrix products of float.
#include "cublas/gemm/gemm_functions.cuh"

namespace heddle_blas {
template cublasStatus_t run_gemm(cublasContext&, const GemmCall<float, float, float>&, int);
}
using namespace heddle_blas;

extern "C" {
HEDDLE_BLAS_GEMM_FUNCTION(cublasSgemm_v2, float)
HEDDLE_BLAS_GEMM_FUNCTIONS(S, float)
}
