// cuBLAS, level 1: vectors.
#ifndef HEDDLE_BLAS_LEVEL1_H
#define HEDDLE_BLAS_LEVEL1_H

#include "types.h"

#if defined(__cplusplus)
extern "C" {
#endif

// L: letter of the type T; W: word of the routine; R: type of the result or of the factor.
#define HEDDLE_BLAS_INDEX(L, T)                                                          \
  cublasStatus_t cublasI##L##amax_v2(cublasHandle_t handle, int n, const T* x, int incx, \
                                     int* result);                                       \
  cublasStatus_t cublasI##L##amin_v2(cublasHandle_t handle, int n, const T* x, int incx, \
                                     int* result);
HEDDLE_BLAS_INDEX(s, float)
HEDDLE_BLAS_INDEX(d, double)
HEDDLE_BLAS_INDEX(c, cuComplex)
HEDDLE_BLAS_INDEX(z, cuDoubleComplex)

#define HEDDLE_BLAS_SUMS(L, T, R)                                                       \
  cublasStatus_t cublas##L##asum_v2(cublasHandle_t handle, int n, const T* x, int incx, \
                                    R* result);                                         \
  cublasStatus_t cublas##L##nrm2_v2(cublasHandle_t handle, int n, const T* x, int incx, R* result);
HEDDLE_BLAS_SUMS(S, float, float)
HEDDLE_BLAS_SUMS(D, double, double)
HEDDLE_BLAS_SUMS(Sc, cuComplex, float)
HEDDLE_BLAS_SUMS(Dz, cuDoubleComplex, double)

#define HEDDLE_BLAS_DOT(W, T)                                                                   \
  cublasStatus_t cublas##W##_v2(cublasHandle_t handle, int n, const T* x, int incx, const T* y, \
                                int incy, T* result);
HEDDLE_BLAS_DOT(Sdot, float)
HEDDLE_BLAS_DOT(Ddot, double)
HEDDLE_BLAS_DOT(Cdotu, cuComplex)
HEDDLE_BLAS_DOT(Cdotc, cuComplex)
HEDDLE_BLAS_DOT(Zdotu, cuDoubleComplex)
HEDDLE_BLAS_DOT(Zdotc, cuDoubleComplex)

#define HEDDLE_BLAS_VECTORS(L, T)                                                             \
  cublasStatus_t cublas##L##axpy_v2(cublasHandle_t handle, int n, const T* alpha, const T* x, \
                                    int incx, T* y, int incy);                                \
  cublasStatus_t cublas##L##copy_v2(cublasHandle_t handle, int n, const T* x, int incx, T* y, \
                                    int incy);                                                \
  cublasStatus_t cublas##L##swap_v2(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy);
HEDDLE_BLAS_VECTORS(S, float)
HEDDLE_BLAS_VECTORS(D, double)
HEDDLE_BLAS_VECTORS(C, cuComplex)
HEDDLE_BLAS_VECTORS(Z, cuDoubleComplex)

#define HEDDLE_BLAS_SCAL(L, T, R) \
  cublasStatus_t cublas##L##scal_v2(cublasHandle_t handle, int n, const R* alpha, T* x, int incx);
HEDDLE_BLAS_SCAL(S, float, float)
HEDDLE_BLAS_SCAL(D, double, double)
HEDDLE_BLAS_SCAL(C, cuComplex, cuComplex)
HEDDLE_BLAS_SCAL(Cs, cuComplex, float)
HEDDLE_BLAS_SCAL(Z, cuDoubleComplex, cuDoubleComplex)
HEDDLE_BLAS_SCAL(Zd, cuDoubleComplex, double)

// R: type of the cosine; S: type of the sine.
#define HEDDLE_BLAS_ROT(L, T, R, S)                                                              \
  cublasStatus_t cublas##L##rot_v2(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, \
                                   const R* c, const S* s);
HEDDLE_BLAS_ROT(S, float, float, float)
HEDDLE_BLAS_ROT(D, double, double, double)
HEDDLE_BLAS_ROT(C, cuComplex, float, cuComplex)
HEDDLE_BLAS_ROT(Cs, cuComplex, float, float)
HEDDLE_BLAS_ROT(Z, cuDoubleComplex, double, cuDoubleComplex)
HEDDLE_BLAS_ROT(Zd, cuDoubleComplex, double, double)

#define HEDDLE_BLAS_ROTG(L, T, R) \
  cublasStatus_t cublas##L##rotg_v2(cublasHandle_t handle, T* a, T* b, R* c, T* s);
HEDDLE_BLAS_ROTG(S, float, float)
HEDDLE_BLAS_ROTG(D, double, double)
HEDDLE_BLAS_ROTG(C, cuComplex, float)
HEDDLE_BLAS_ROTG(Z, cuDoubleComplex, double)

#define HEDDLE_BLAS_ROTM(L, T)                                                                    \
  cublasStatus_t cublas##L##rotm_v2(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, \
                                    const T* param);                                              \
  cublasStatus_t cublas##L##rotmg_v2(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1,     \
                                     T* param);
HEDDLE_BLAS_ROTM(S, float)
HEDDLE_BLAS_ROTM(D, double)

#undef HEDDLE_BLAS_INDEX
#undef HEDDLE_BLAS_SUMS
#undef HEDDLE_BLAS_DOT
#undef HEDDLE_BLAS_VECTORS
#undef HEDDLE_BLAS_SCAL
#undef HEDDLE_BLAS_ROT
#undef HEDDLE_BLAS_ROTG
#undef HEDDLE_BLAS_ROTM

#if defined(__cplusplus)
}
#endif

#endif
