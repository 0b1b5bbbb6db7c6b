// gemv and gbmv.
#include "cublas/matrix_vector.cuh"

namespace heddle_blas {
namespace {

template <Storage kStorage, typename T>
cublasStatus_t product(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int below,
                       int above, const T* alpha, const T* a, int lda, const T* x, int incx,
                       const T* beta, T* y, int incy) {
  const int least = kStorage == Storage::kFull ? at_least_one(m) : below + above + 1;
  HEDDLE_BLAS_NEEDS(handle, is_operation(trans) && m >= 0 && n >= 0 && below >= 0 && above >= 0 &&
                                lda >= least && incx != 0 && incy != 0 && alpha != nullptr &&
                                beta != nullptr);
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto view = general<T, kStorage>(trans, m, n, a, lda, below, above);
  return matrix_vector(*handle, view, scalar(*handle, alpha), vector(x, view.columns, incx),
                       scalar(*handle, beta), vector(y, view.rows, incy));
}

}  // namespace
}  // namespace heddle_blas

using namespace heddle_blas;

#define GENERAL(L, T)                                                                             \
  cublasStatus_t cublas##L##gemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n, \
                                    const T* alpha, const T* a, int lda, const T* x, int incx,    \
                                    const T* beta, T* y, int incy) {                              \
    return product<Storage::kFull>(handle, trans, m, n, 0, 0, own(alpha), own(a), lda, own(x),    \
                                   incx, own(beta), own(y), incy);                                \
  }                                                                                               \
  cublasStatus_t cublas##L##gbmv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n, \
                                    int kl, int ku, const T* alpha, const T* a, int lda,          \
                                    const T* x, int incx, const T* beta, T* y, int incy) {        \
    return product<Storage::kBand>(handle, trans, m, n, kl, ku, own(alpha), own(a), lda, own(x),  \
                                   incx, own(beta), own(y), incy);                                \
  }

extern "C" {
GENERAL(S, float)
GENERAL(D, double)
GENERAL(C, cuComplex)
GENERAL(Z, cuDoubleComplex)
}
