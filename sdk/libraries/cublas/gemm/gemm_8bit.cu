// Matrix products of 8-bit integers.
#include "cublas/gemm/gemm.cuh"

namespace heddle_blas {
template cublasStatus_t run_gemm(cublasContext&, const GemmCall<signed char, int, int>&, int);
template cublasStatus_t run_gemm(cublasContext&, const GemmCall<signed char, float, float>&, int);
}  // namespace heddle_blas
