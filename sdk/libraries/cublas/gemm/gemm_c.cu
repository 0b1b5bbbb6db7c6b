// Matrix products of complex numbers of two floats.
#include "cublas/gemm/gemm_functions.cuh"

namespace heddle_blas {
using Number = Complex<float>;
template cublasStatus_t run_gemm(cublasContext&, const GemmCall<Number, Number, Number>&, int);
}  // namespace heddle_blas
using namespace heddle_blas;

extern "C" {
HEDDLE_BLAS_GEMM_FUNCTION(cublasCgemm_v2, cuComplex)
HEDDLE_BLAS_GEMM_FUNCTION(cublasCgemm3m, cuComplex)
HEDDLE_BLAS_GEMM_FUNCTIONS(C, cuComplex)
}
