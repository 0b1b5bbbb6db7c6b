// cuBLAS, level 3: matrices.
#ifndef HEDDLE_BLAS_LEVEL3_H
#define HEDDLE_BLAS_LEVEL3_H

#include "types.h"

#if defined(__cplusplus)
extern "C" {
#endif

// L: letter of the type T; W: word of the routine; R, Q: types of the factors alpha and beta.
#define HEDDLE_BLAS_GEMM(L, V, T)                                                                  \
  cublasStatus_t cublas##L##gemm##V(cublasHandle_t handle, cublasOperation_t transa,               \
                                    cublasOperation_t transb, int m, int n, int k, const T* alpha, \
                                    const T* a, int lda, const T* b, int ldb, const T* beta, T* c, \
                                    int ldc);                                                      \
  cublasStatus_t cublas##L##gemmBatched(                                                           \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,     \
      int k, const T* alpha, const T* const a[], int lda, const T* const b[], int ldb,             \
      const T* beta, T* const c[], int ldc, int count);                                            \
  cublasStatus_t cublas##L##gemmStridedBatched(                                                    \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,     \
      int k, const T* alpha, const T* a, int lda, long long stride_a, const T* b, int ldb,         \
      long long stride_b, const T* beta, T* c, int ldc, long long stride_c, int count);
HEDDLE_BLAS_GEMM(S, _v2, float)
HEDDLE_BLAS_GEMM(D, _v2, double)
HEDDLE_BLAS_GEMM(C, _v2, cuComplex)
HEDDLE_BLAS_GEMM(Z, _v2, cuDoubleComplex)
#if defined(__cplusplus)
HEDDLE_BLAS_GEMM(H, , __half)
#endif

cublasStatus_t cublasCgemm3m(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const cuComplex* alpha,
                             const cuComplex* a, int lda, const cuComplex* b, int ldb,
                             const cuComplex* beta, cuComplex* c, int ldc);
cublasStatus_t cublasZgemm3m(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k,
                             const cuDoubleComplex* alpha, const cuDoubleComplex* a, int lda,
                             const cuDoubleComplex* b, int ldb, const cuDoubleComplex* beta,
                             cuDoubleComplex* c, int ldc);

#define HEDDLE_BLAS_SYMM(W, T)                                                                     \
  cublasStatus_t cublas##W##mm_v2(cublasHandle_t handle, cublasSideMode_t side,                    \
                                  cublasFillMode_t uplo, int m, int n, const T* alpha, const T* a, \
                                  int lda, const T* b, int ldb, const T* beta, T* c, int ldc);
HEDDLE_BLAS_SYMM(Ssy, float)
HEDDLE_BLAS_SYMM(Dsy, double)
HEDDLE_BLAS_SYMM(Csy, cuComplex)
HEDDLE_BLAS_SYMM(Zsy, cuDoubleComplex)
HEDDLE_BLAS_SYMM(Che, cuComplex)
HEDDLE_BLAS_SYMM(Zhe, cuDoubleComplex)

#define HEDDLE_BLAS_RANK(W, T, R, Q)                                                               \
  cublasStatus_t cublas##W##rk_v2(cublasHandle_t handle, cublasFillMode_t uplo,                    \
                                  cublasOperation_t trans, int n, int k, const R* alpha,           \
                                  const T* a, int lda, const Q* beta, T* c, int ldc);              \
  cublasStatus_t cublas##W##r2k_v2(                                                                \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,         \
      const T* alpha, const T* a, int lda, const T* b, int ldb, const Q* beta, T* c, int ldc);     \
  cublasStatus_t cublas##W##rkx(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                cublasOperation_t trans, int n, int k, const T* alpha, const T* a, \
                                int lda, const T* b, int ldb, const Q* beta, T* c, int ldc);
HEDDLE_BLAS_RANK(Ssy, float, float, float)
HEDDLE_BLAS_RANK(Dsy, double, double, double)
HEDDLE_BLAS_RANK(Csy, cuComplex, cuComplex, cuComplex)
HEDDLE_BLAS_RANK(Zsy, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex)
HEDDLE_BLAS_RANK(Che, cuComplex, float, float)
HEDDLE_BLAS_RANK(Zhe, cuDoubleComplex, double, double)

#define HEDDLE_BLAS_TRIANGULAR(L, T)                                                          \
  cublasStatus_t cublas##L##trmm_v2(cublasHandle_t handle, cublasSideMode_t side,             \
                                    cublasFillMode_t uplo, cublasOperation_t trans,           \
                                    cublasDiagType_t diag, int m, int n, const T* alpha,      \
                                    const T* a, int lda, const T* b, int ldb, T* c, int ldc); \
  cublasStatus_t cublas##L##trsm_v2(cublasHandle_t handle, cublasSideMode_t side,             \
                                    cublasFillMode_t uplo, cublasOperation_t trans,           \
                                    cublasDiagType_t diag, int m, int n, const T* alpha,      \
                                    const T* a, int lda, T* b, int ldb);                      \
  cublasStatus_t cublas##L##trsmBatched(                                                      \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                    \
      cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha,           \
      const T* const a[], int lda, T* const b[], int ldb, int count);
HEDDLE_BLAS_TRIANGULAR(S, float)
HEDDLE_BLAS_TRIANGULAR(D, double)
HEDDLE_BLAS_TRIANGULAR(C, cuComplex)
HEDDLE_BLAS_TRIANGULAR(Z, cuDoubleComplex)

#undef HEDDLE_BLAS_GEMM
#undef HEDDLE_BLAS_SYMM
#undef HEDDLE_BLAS_RANK
#undef HEDDLE_BLAS_TRIANGULAR

#if defined(__cplusplus)
}
#endif

#endif
