// Matrix products of half precision and bfloat16, added in float.
#include "cublas/gemm/gemm.cuh"

namespace heddle_blas {
template cublasStatus_t run_gemm(cublasContext&, const GemmCall<__half, __half, float>&, int);
template cublasStatus_t run_gemm(cublasContext&, const GemmCall<__half, float, float>&, int);
template cublasStatus_t run_gemm(cublasContext&,
                                 const GemmCall<__nv_bfloat16, __nv_bfloat16, float>&, int);
template cublasStatus_t run_gemm(cublasContext&, const GemmCall<__nv_bfloat16, float, float>&, int);
}  // namespace heddle_blas
