// The functions gemm, gemmBatched and gemmStridedBatched of one type.
#pragma once

#include "cublas/gemm/gemm.cuh"

namespace heddle_blas {

template <typename T>
cublasStatus_t checked_gemm(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const T* alpha,
                            Matrices<const T> a, int lda, Matrices<const T> b, int ldb,
                            const T* beta, Matrices<T> c, int ldc, int count) {
  HEDDLE_BLAS_NEEDS(handle, is_gemm(transa, transb, m, n, k, lda, ldb, ldc) && count >= 0 &&
                                alpha != nullptr && beta != nullptr);
  const GemmCall<T, T, T> call = {m,
                                  n,
                                  k,
                                  scalar(*handle, alpha),
                                  scalar(*handle, beta),
                                  left_operand(transa, a, lda),
                                  right_operand(transb, b, ldb),
                                  c,
                                  ldc,
                                  Region::kFull,
                                  false};
  return run_gemm(*handle, call, count);
}

}  // namespace heddle_blas

#define HEDDLE_BLAS_GEMM_FUNCTION(NAME, T)                                                       \
  cublasStatus_t NAME(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, \
                      int m, int n, int k, const T* alpha, const T* a, int lda, const T* b,      \
                      int ldb, const T* beta, T* c, int ldc) {                                   \
    return checked_gemm(handle, transa, transb, m, n, k, own(alpha), single(own(a)), lda,        \
                        single(own(b)), ldb, own(beta), single(own(c)), ldc, 1);                 \
  }

#define HEDDLE_BLAS_GEMM_FUNCTIONS(L, T)                                                           \
  cublasStatus_t cublas##L##gemmBatched(                                                           \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,     \
      int k, const T* alpha, const T* const a[], int lda, const T* const b[], int ldb,             \
      const T* beta, T* const c[], int ldc, int count) {                                           \
    return checked_gemm(handle, transa, transb, m, n, k, own(alpha), listed(own(a)), lda,          \
                        listed(own(b)), ldb, own(beta), listed(own(c)), ldc, count);               \
  }                                                                                                \
  cublasStatus_t cublas##L##gemmStridedBatched(                                                    \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,     \
      int k, const T* alpha, const T* a, int lda, long long stride_a, const T* b, int ldb,         \
      long long stride_b, const T* beta, T* c, int ldc, long long stride_c, int count) {           \
    return checked_gemm(handle, transa, transb, m, n, k, own(alpha), strided(own(a), stride_a),    \
                        lda, strided(own(b), stride_b), ldb, own(beta), strided(own(c), stride_c), \
                        ldc, count);                                                               \
  }
