// The functions of triangular matrices and a vector, in three storages, from one template
//   cublasStatus_t WORK<kStorage>(cublasHandle_t, View<T, kStorage>, T* x, int incx).
#pragma once

#include "cublas/view.cuh"

namespace heddle_blas {

template <Storage kStorage>
inline bool is_triangular_call(cublasFillMode_t fill, cublasOperation_t trans,
                               cublasDiagType_t diagonal, int n, int k, int lda, int incx) {
  const int least = kStorage == Storage::kFull   ? at_least_one(n)
                    : kStorage == Storage::kBand ? k + 1
                                                 : 0;
  return is_fill(fill) && is_operation(trans) && is_diagonal(diagonal) && n >= 0 && k >= 0 &&
         lda >= least && incx != 0;
}

}  // namespace heddle_blas

#define HEDDLE_BLAS_TRIANGULAR_BODY(STORAGE, K, A, LDA, WORK)                                   \
  HEDDLE_BLAS_NEEDS(handle, is_triangular_call<STORAGE>(uplo, trans, diag, n, K, LDA, incx));   \
  if (n == 0) return CUBLAS_STATUS_SUCCESS;                                                     \
  return WORK(handle,                                                                           \
              triangle<std::remove_pointer_t<decltype(own(x))>, STORAGE>(                       \
                  Form::kTriangular, uplo, trans, diag == CUBLAS_DIAG_UNIT, n, own(A), LDA, K), \
              own(x), incx);

#define HEDDLE_BLAS_TRIANGULAR_FUNCTIONS(L, T, W, WORK)                                           \
  cublasStatus_t cublas##L##tr##W##_v2(cublasHandle_t handle, cublasFillMode_t uplo,              \
                                       cublasOperation_t trans, cublasDiagType_t diag, int n,     \
                                       const T* a, int lda, T* x,                                 \
                                       int incx){HEDDLE_BLAS_TRIANGULAR_BODY(                     \
      Storage::kFull, 0, a, lda,                                                                  \
      WORK)} cublasStatus_t cublas##L##tb##W##_v2(cublasHandle_t handle, cublasFillMode_t uplo,   \
                                                  cublasOperation_t trans, cublasDiagType_t diag, \
                                                  int n, int k, const T* a, int lda, T* x,        \
                                                  int incx){HEDDLE_BLAS_TRIANGULAR_BODY(          \
      Storage::kBand, k, a, lda,                                                                  \
      WORK)} cublasStatus_t cublas##L##tp##W##_v2(cublasHandle_t handle, cublasFillMode_t uplo,   \
                                                  cublasOperation_t trans, cublasDiagType_t diag, \
                                                  int n, const T* ap, T* x, int incx) {           \
    HEDDLE_BLAS_TRIANGULAR_BODY(Storage::kPacked, 0, ap, 0, WORK)                                 \
  }
