// symv, hemv, sbmv, hbmv, spmv and hpmv.
#include "cublas/matrix_vector.cuh"

namespace heddle_blas {
namespace {

template <Storage kStorage, Form kForm, typename T>
cublasStatus_t product(cublasHandle_t handle, cublasFillMode_t fill, int n, int k, const T* alpha,
                       const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  const int least = kStorage == Storage::kFull   ? at_least_one(n)
                    : kStorage == Storage::kBand ? k + 1
                                                 : 0;
  HEDDLE_BLAS_NEEDS(handle, is_fill(fill) && n >= 0 && k >= 0 && lda >= least && incx != 0 &&
                                incy != 0 && alpha != nullptr && beta != nullptr);
  const auto view = triangle<T, kStorage>(kForm, fill, CUBLAS_OP_N, false, n, a, lda, k);
  return matrix_vector(*handle, view, scalar(*handle, alpha), vector(x, n, incx),
                       scalar(*handle, beta), vector(y, n, incy));
}

}  // namespace
}  // namespace heddle_blas

using namespace heddle_blas;

#define FULL(W, T, FORM)                                                                     \
  cublasStatus_t cublas##W##mv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,       \
                                  const T* alpha, const T* a, int lda, const T* x, int incx, \
                                  const T* beta, T* y, int incy) {                           \
    return product<Storage::kFull, Form::FORM>(handle, uplo, n, 0, own(alpha), own(a), lda,  \
                                               own(x), incx, own(beta), own(y), incy);       \
  }
#define BAND(W, T, FORM)                                                                       \
  cublasStatus_t cublas##W##bmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, \
                                   const T* alpha, const T* a, int lda, const T* x, int incx,  \
                                   const T* beta, T* y, int incy) {                            \
    return product<Storage::kBand, Form::FORM>(handle, uplo, n, k, own(alpha), own(a), lda,    \
                                               own(x), incx, own(beta), own(y), incy);         \
  }
#define PACKED(W, T, FORM)                                                                   \
  cublasStatus_t cublas##W##pmv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,      \
                                   const T* alpha, const T* ap, const T* x, int incx,        \
                                   const T* beta, T* y, int incy) {                          \
    return product<Storage::kPacked, Form::FORM>(handle, uplo, n, 0, own(alpha), own(ap), 0, \
                                                 own(x), incx, own(beta), own(y), incy);     \
  }

extern "C" {
FULL(Ssy, float, kSymmetric)
FULL(Dsy, double, kSymmetric)
FULL(Csy, cuComplex, kSymmetric)
FULL(Zsy, cuDoubleComplex, kSymmetric)
FULL(Che, cuComplex, kHermitian)
FULL(Zhe, cuDoubleComplex, kHermitian)
BAND(Ss, float, kSymmetric)
BAND(Ds, double, kSymmetric)
BAND(Ch, cuComplex, kHermitian)
BAND(Zh, cuDoubleComplex, kHermitian)
PACKED(Ss, float, kSymmetric)
PACKED(Ds, double, kSymmetric)
PACKED(Ch, cuComplex, kHermitian)
PACKED(Zh, cuDoubleComplex, kHermitian)
}
