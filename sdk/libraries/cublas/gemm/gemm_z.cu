// Matrix products of complex numbers of two doubles.
#include "cublas/gemm/gemm_functions.cuh"

namespace heddle_blas {
using Number = Complex<double>;
template cublasStatus_t run_gemm(cublasContext&, const GemmCall<Number, Number, Number>&, int);
}  // namespace heddle_blas
using namespace heddle_blas;

extern "C" {
HEDDLE_BLAS_GEMM_FUNCTION(cublasZgemm_v2, cuDoubleComplex)
HEDDLE_BLAS_GEMM_FUNCTION(cublasZgemm3m, cuDoubleComplex)
HEDDLE_BLAS_GEMM_FUNCTIONS(Z, cuDoubleComplex)
}
