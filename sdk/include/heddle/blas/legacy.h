// cuBLAS before version 2: one handle for the program, factors by value, results returned.
// cublasGetError tells the first error since it was last asked.
#ifndef HEDDLE_BLAS_LEGACY_H
#define HEDDLE_BLAS_LEGACY_H

#if defined(HEDDLE_BLAS_NAMES_H)
#error "cublas.h: cublas_v2.h is included already, whose functions have the same names"
#endif

#include "../../cublas_api.h"

typedef cublasStatus_t cublasStatus;

#if defined(__cplusplus)
extern "C" {
#endif
cublasHandle_t heddle_cublas_handle(void);
void heddle_cublas_note(cublasStatus_t status);
cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasAlloc(int n, int bytes, void** device);
cublasStatus_t cublasFree(void* device);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);
#if defined(__cplusplus)
}
#endif

#define HEDDLE_BLAS_OLD static inline
// A call of version 2, and one whose result is returned.
#define HEDDLE_BLAS_CALL(name, ...) \
  heddle_cublas_note(cublas##name##_v2(heddle_cublas_handle(), __VA_ARGS__))
#define HEDDLE_BLAS_RESULT(type, name, ...)     \
  type result;                                  \
  HEDDLE_BLAS_CALL(name, __VA_ARGS__, &result); \
  return result

HEDDLE_BLAS_OLD cublasOperation_t heddle_blas_operation(char letter) {
  return letter == 'N' || letter == 'n'   ? CUBLAS_OP_N
         : letter == 'T' || letter == 't' ? CUBLAS_OP_T
                                          : CUBLAS_OP_C;
}
HEDDLE_BLAS_OLD cublasFillMode_t heddle_blas_fill(char letter) {
  return letter == 'U' || letter == 'u' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
}
HEDDLE_BLAS_OLD cublasSideMode_t heddle_blas_side(char letter) {
  return letter == 'L' || letter == 'l' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
}
HEDDLE_BLAS_OLD cublasDiagType_t heddle_blas_diagonal(char letter) {
  return letter == 'U' || letter == 'u' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}

// L: letter of the type T; X, A: letters of amax and of sums of sizes; R: the type of sizes.
#define HEDDLE_BLAS_OLD_TYPE(L, T, X, A, R)                                                       \
  HEDDLE_BLAS_OLD void cublas##L##axpy(int n, T alpha, const T* x, int incx, T* y, int incy) {    \
    HEDDLE_BLAS_CALL(L##axpy, n, &alpha, x, incx, y, incy);                                       \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##copy(int n, const T* x, int incx, T* y, int incy) {             \
    HEDDLE_BLAS_CALL(L##copy, n, x, incx, y, incy);                                               \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##swap(int n, T* x, int incx, T* y, int incy) {                   \
    HEDDLE_BLAS_CALL(L##swap, n, x, incx, y, incy);                                               \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##scal(int n, T alpha, T* x, int incx) {                          \
    HEDDLE_BLAS_CALL(L##scal, n, &alpha, x, incx);                                                \
  }                                                                                               \
  HEDDLE_BLAS_OLD R cublas##A##asum(int n, const T* x, int incx) {                                \
    HEDDLE_BLAS_RESULT(R, A##asum, n, x, incx);                                                   \
  }                                                                                               \
  HEDDLE_BLAS_OLD R cublas##A##nrm2(int n, const T* x, int incx) {                                \
    HEDDLE_BLAS_RESULT(R, A##nrm2, n, x, incx);                                                   \
  }                                                                                               \
  HEDDLE_BLAS_OLD int cublasI##X##amax(int n, const T* x, int incx) {                             \
    HEDDLE_BLAS_RESULT(int, I##X##amax, n, x, incx);                                              \
  }                                                                                               \
  HEDDLE_BLAS_OLD int cublasI##X##amin(int n, const T* x, int incx) {                             \
    HEDDLE_BLAS_RESULT(int, I##X##amin, n, x, incx);                                              \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##gemv(char trans, int m, int n, T alpha, const T* a, int lda,    \
                                       const T* x, int incx, T beta, T* y, int incy) {            \
    HEDDLE_BLAS_CALL(L##gemv, heddle_blas_operation(trans), m, n, &alpha, a, lda, x, incx, &beta, \
                     y, incy);                                                                    \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##trmv(char uplo, char trans, char diag, int n, const T* a,       \
                                       int lda, T* x, int incx) {                                 \
    HEDDLE_BLAS_CALL(L##trmv, heddle_blas_fill(uplo), heddle_blas_operation(trans),               \
                     heddle_blas_diagonal(diag), n, a, lda, x, incx);                             \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##trsv(char uplo, char trans, char diag, int n, const T* a,       \
                                       int lda, T* x, int incx) {                                 \
    HEDDLE_BLAS_CALL(L##trsv, heddle_blas_fill(uplo), heddle_blas_operation(trans),               \
                     heddle_blas_diagonal(diag), n, a, lda, x, incx);                             \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##gemm(char transa, char transb, int m, int n, int k, T alpha,    \
                                       const T* a, int lda, const T* b, int ldb, T beta, T* c,    \
                                       int ldc) {                                                 \
    HEDDLE_BLAS_CALL(L##gemm, heddle_blas_operation(transa), heddle_blas_operation(transb), m, n, \
                     k, &alpha, a, lda, b, ldb, &beta, c, ldc);                                   \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##symm(char side, char uplo, int m, int n, T alpha, const T* a,   \
                                       int lda, const T* b, int ldb, T beta, T* c, int ldc) {     \
    HEDDLE_BLAS_CALL(L##symm, heddle_blas_side(side), heddle_blas_fill(uplo), m, n, &alpha, a,    \
                     lda, b, ldb, &beta, c, ldc);                                                 \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##syrk(char uplo, char trans, int n, int k, T alpha, const T* a,  \
                                       int lda, T beta, T* c, int ldc) {                          \
    HEDDLE_BLAS_CALL(L##syrk, heddle_blas_fill(uplo), heddle_blas_operation(trans), n, k, &alpha, \
                     a, lda, &beta, c, ldc);                                                      \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##trmm(char side, char uplo, char trans, char diag, int m, int n, \
                                       T alpha, const T* a, int lda, T* b, int ldb) {             \
    HEDDLE_BLAS_CALL(L##trmm, heddle_blas_side(side), heddle_blas_fill(uplo),                     \
                     heddle_blas_operation(trans), heddle_blas_diagonal(diag), m, n, &alpha, a,   \
                     lda, b, ldb, b, ldb);                                                        \
  }                                                                                               \
  HEDDLE_BLAS_OLD void cublas##L##trsm(char side, char uplo, char trans, char diag, int m, int n, \
                                       T alpha, const T* a, int lda, T* b, int ldb) {             \
    HEDDLE_BLAS_CALL(L##trsm, heddle_blas_side(side), heddle_blas_fill(uplo),                     \
                     heddle_blas_operation(trans), heddle_blas_diagonal(diag), m, n, &alpha, a,   \
                     lda, b, ldb);                                                                \
  }
HEDDLE_BLAS_OLD_TYPE(S, float, s, S, float)
HEDDLE_BLAS_OLD_TYPE(D, double, d, D, double)
HEDDLE_BLAS_OLD_TYPE(C, cuComplex, c, Sc, float)
HEDDLE_BLAS_OLD_TYPE(Z, cuDoubleComplex, z, Dz, double)

#define HEDDLE_BLAS_OLD_DOT(W, T)                                                  \
  HEDDLE_BLAS_OLD T cublas##W(int n, const T* x, int incx, const T* y, int incy) { \
    HEDDLE_BLAS_RESULT(T, W, n, x, incx, y, incy);                                 \
  }
HEDDLE_BLAS_OLD_DOT(Sdot, float)
HEDDLE_BLAS_OLD_DOT(Ddot, double)
HEDDLE_BLAS_OLD_DOT(Cdotu, cuComplex)
HEDDLE_BLAS_OLD_DOT(Cdotc, cuComplex)
HEDDLE_BLAS_OLD_DOT(Zdotu, cuDoubleComplex)
HEDDLE_BLAS_OLD_DOT(Zdotc, cuDoubleComplex)

#define HEDDLE_BLAS_OLD_REAL(L, T)                                                                 \
  HEDDLE_BLAS_OLD void cublas##L##ger(int m, int n, T alpha, const T* x, int incx, const T* y,     \
                                      int incy, T* a, int lda) {                                   \
    HEDDLE_BLAS_CALL(L##ger, m, n, &alpha, x, incx, y, incy, a, lda);                              \
  }                                                                                                \
  HEDDLE_BLAS_OLD void cublas##L##symv(char uplo, int n, T alpha, const T* a, int lda, const T* x, \
                                       int incx, T beta, T* y, int incy) {                         \
    HEDDLE_BLAS_CALL(L##symv, heddle_blas_fill(uplo), n, &alpha, a, lda, x, incx, &beta, y, incy); \
  }                                                                                                \
  HEDDLE_BLAS_OLD void cublas##L##syr(char uplo, int n, T alpha, const T* x, int incx, T* a,       \
                                      int lda) {                                                   \
    HEDDLE_BLAS_CALL(L##syr, heddle_blas_fill(uplo), n, &alpha, x, incx, a, lda);                  \
  }                                                                                                \
  HEDDLE_BLAS_OLD void cublas##L##rot(int n, T* x, int incx, T* y, int incy, T c, T s) {           \
    HEDDLE_BLAS_CALL(L##rot, n, x, incx, y, incy, &c, &s);                                         \
  }
HEDDLE_BLAS_OLD_REAL(S, float)
HEDDLE_BLAS_OLD_REAL(D, double)

#undef HEDDLE_BLAS_OLD_TYPE
#undef HEDDLE_BLAS_OLD_DOT
#undef HEDDLE_BLAS_OLD_REAL
#undef HEDDLE_BLAS_CALL
#undef HEDDLE_BLAS_RESULT
#undef HEDDLE_BLAS_OLD

#endif
