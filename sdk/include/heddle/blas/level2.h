// cuBLAS, level 2: a matrix and vectors.
#ifndef HEDDLE_BLAS_LEVEL2_H
#define HEDDLE_BLAS_LEVEL2_H

#include "types.h"

#if defined(__cplusplus)
extern "C" {
#endif

// L: letter of the type T; W: word of the routine; R: type of the factor.
#define HEDDLE_BLAS_GENERAL(L, T)                                                                 \
  cublasStatus_t cublas##L##gemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n, \
                                    const T* alpha, const T* a, int lda, const T* x, int incx,    \
                                    const T* beta, T* y, int incy);                               \
  cublasStatus_t cublas##L##gbmv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n, \
                                    int kl, int ku, const T* alpha, const T* a, int lda,          \
                                    const T* x, int incx, const T* beta, T* y, int incy);
HEDDLE_BLAS_GENERAL(S, float)
HEDDLE_BLAS_GENERAL(D, double)
HEDDLE_BLAS_GENERAL(C, cuComplex)
HEDDLE_BLAS_GENERAL(Z, cuDoubleComplex)

#define HEDDLE_BLAS_GER(W, T)                                                                    \
  cublasStatus_t cublas##W##_v2(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, \
                                int incx, const T* y, int incy, T* a, int lda);
HEDDLE_BLAS_GER(Sger, float)
HEDDLE_BLAS_GER(Dger, double)
HEDDLE_BLAS_GER(Cgeru, cuComplex)
HEDDLE_BLAS_GER(Cgerc, cuComplex)
HEDDLE_BLAS_GER(Zgeru, cuDoubleComplex)
HEDDLE_BLAS_GER(Zgerc, cuDoubleComplex)

// Symmetric or Hermitian: full, band and packed.
#define HEDDLE_BLAS_SYMMETRIC(W, T)                                                          \
  cublasStatus_t cublas##W##mv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,       \
                                  const T* alpha, const T* a, int lda, const T* x, int incx, \
                                  const T* beta, T* y, int incy);
HEDDLE_BLAS_SYMMETRIC(Ssy, float)
HEDDLE_BLAS_SYMMETRIC(Dsy, double)
HEDDLE_BLAS_SYMMETRIC(Csy, cuComplex)
HEDDLE_BLAS_SYMMETRIC(Zsy, cuDoubleComplex)
HEDDLE_BLAS_SYMMETRIC(Che, cuComplex)
HEDDLE_BLAS_SYMMETRIC(Zhe, cuDoubleComplex)

#define HEDDLE_BLAS_SYMMETRIC_BAND(W, T)                                                       \
  cublasStatus_t cublas##W##bmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, \
                                   const T* alpha, const T* a, int lda, const T* x, int incx,  \
                                   const T* beta, T* y, int incy);
HEDDLE_BLAS_SYMMETRIC_BAND(Ss, float)
HEDDLE_BLAS_SYMMETRIC_BAND(Ds, double)
HEDDLE_BLAS_SYMMETRIC_BAND(Ch, cuComplex)
HEDDLE_BLAS_SYMMETRIC_BAND(Zh, cuDoubleComplex)

#define HEDDLE_BLAS_SYMMETRIC_PACKED(W, T)                                              \
  cublasStatus_t cublas##W##pmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n, \
                                   const T* alpha, const T* ap, const T* x, int incx,   \
                                   const T* beta, T* y, int incy);
HEDDLE_BLAS_SYMMETRIC_PACKED(Ss, float)
HEDDLE_BLAS_SYMMETRIC_PACKED(Ds, double)
HEDDLE_BLAS_SYMMETRIC_PACKED(Ch, cuComplex)
HEDDLE_BLAS_SYMMETRIC_PACKED(Zh, cuDoubleComplex)

// Updates of rank 1 and 2.
#define HEDDLE_BLAS_RANK1(W, T, R)                                                    \
  cublasStatus_t cublas##W##r_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n, \
                                 const R* alpha, const T* x, int incx, T* a, int lda);
#define HEDDLE_BLAS_RANK1_PACKED(W, T, R)                                              \
  cublasStatus_t cublas##W##pr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n, \
                                  const R* alpha, const T* x, int incx, T* ap);
#define HEDDLE_BLAS_RANK2(W, T)                                                               \
  cublasStatus_t cublas##W##r2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,        \
                                  const T* alpha, const T* x, int incx, const T* y, int incy, \
                                  T* a, int lda);
#define HEDDLE_BLAS_RANK2_PACKED(W, T)                                                         \
  cublasStatus_t cublas##W##pr2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,        \
                                   const T* alpha, const T* x, int incx, const T* y, int incy, \
                                   T* ap);
HEDDLE_BLAS_RANK1(Ssy, float, float)
HEDDLE_BLAS_RANK1(Dsy, double, double)
HEDDLE_BLAS_RANK1(Csy, cuComplex, cuComplex)
HEDDLE_BLAS_RANK1(Zsy, cuDoubleComplex, cuDoubleComplex)
HEDDLE_BLAS_RANK1(Che, cuComplex, float)
HEDDLE_BLAS_RANK1(Zhe, cuDoubleComplex, double)
HEDDLE_BLAS_RANK1_PACKED(Ss, float, float)
HEDDLE_BLAS_RANK1_PACKED(Ds, double, double)
HEDDLE_BLAS_RANK1_PACKED(Ch, cuComplex, float)
HEDDLE_BLAS_RANK1_PACKED(Zh, cuDoubleComplex, double)
HEDDLE_BLAS_RANK2(Ssy, float)
HEDDLE_BLAS_RANK2(Dsy, double)
HEDDLE_BLAS_RANK2(Csy, cuComplex)
HEDDLE_BLAS_RANK2(Zsy, cuDoubleComplex)
HEDDLE_BLAS_RANK2(Che, cuComplex)
HEDDLE_BLAS_RANK2(Zhe, cuDoubleComplex)
HEDDLE_BLAS_RANK2_PACKED(Ss, float)
HEDDLE_BLAS_RANK2_PACKED(Ds, double)
HEDDLE_BLAS_RANK2_PACKED(Ch, cuComplex)
HEDDLE_BLAS_RANK2_PACKED(Zh, cuDoubleComplex)

// Triangular: W is the product mv or the solution sv.
#define HEDDLE_BLAS_TRIANGULAR(L, T, W)                                                       \
  cublasStatus_t cublas##L##tr##W##_v2(cublasHandle_t handle, cublasFillMode_t uplo,          \
                                       cublasOperation_t trans, cublasDiagType_t diag, int n, \
                                       const T* a, int lda, T* x, int incx);                  \
  cublasStatus_t cublas##L##tb##W##_v2(cublasHandle_t handle, cublasFillMode_t uplo,          \
                                       cublasOperation_t trans, cublasDiagType_t diag, int n, \
                                       int k, const T* a, int lda, T* x, int incx);           \
  cublasStatus_t cublas##L##tp##W##_v2(cublasHandle_t handle, cublasFillMode_t uplo,          \
                                       cublasOperation_t trans, cublasDiagType_t diag, int n, \
                                       const T* ap, T* x, int incx);
HEDDLE_BLAS_TRIANGULAR(S, float, mv)
HEDDLE_BLAS_TRIANGULAR(S, float, sv)
HEDDLE_BLAS_TRIANGULAR(D, double, mv)
HEDDLE_BLAS_TRIANGULAR(D, double, sv)
HEDDLE_BLAS_TRIANGULAR(C, cuComplex, mv)
HEDDLE_BLAS_TRIANGULAR(C, cuComplex, sv)
HEDDLE_BLAS_TRIANGULAR(Z, cuDoubleComplex, mv)
HEDDLE_BLAS_TRIANGULAR(Z, cuDoubleComplex, sv)

#undef HEDDLE_BLAS_GENERAL
#undef HEDDLE_BLAS_GER
#undef HEDDLE_BLAS_SYMMETRIC
#undef HEDDLE_BLAS_SYMMETRIC_BAND
#undef HEDDLE_BLAS_SYMMETRIC_PACKED
#undef HEDDLE_BLAS_RANK1
#undef HEDDLE_BLAS_RANK1_PACKED
#undef HEDDLE_BLAS_RANK2
#undef HEDDLE_BLAS_RANK2_PACKED
#undef HEDDLE_BLAS_TRIANGULAR

#if defined(__cplusplus)
}
#endif

#endif
