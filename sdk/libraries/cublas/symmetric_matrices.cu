// symm, hemm, trmm, and the updates syrk, herk, syr2k, her2k, syrkx and herkx: products of gemm's
// kernel.
#include "cublas/expand.cuh"

namespace heddle_blas {
namespace {

template <typename T>
cublasStatus_t symmetric(cublasHandle_t handle, Form form, cublasSideMode_t side,
                         cublasFillMode_t fill, int m, int n, const T* alpha, const T* a, int lda,
                         const T* b, int ldb, const T* beta, T* c, int ldc) {
  const bool is_left = side == CUBLAS_SIDE_LEFT;
  const int order = is_left ? m : n;
  HEDDLE_BLAS_NEEDS(handle, is_side(side) && is_fill(fill) && m >= 0 && n >= 0 &&
                                lda >= at_least_one(order) && ldb >= at_least_one(m) &&
                                ldc >= at_least_one(m) && alpha != nullptr && beta != nullptr);
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  T* const whole = static_cast<T*>(scratch(*handle, sizeof(T) * order * order));
  if (whole == nullptr) return CUBLAS_STATUS_ALLOC_FAILED;
  const auto view = triangle<T, Storage::kFull>(form, fill, CUBLAS_OP_N, false, order, a, lda, 0);
  const cublasStatus_t status = launch_expand(*handle, view, whole);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const Scalar<T> factor = scalar(*handle, alpha), kept = scalar(*handle, beta);
  if (is_left) {
    return multiply<T>(*handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, m, factor, whole, m, b, ldb, kept,
                       c, ldc);
  }
  return multiply<T>(*handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, n, factor, b, ldb, whole, n, kept, c,
                     ldc);
}

template <typename T>
cublasStatus_t triangular(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                          cublasOperation_t trans, cublasDiagType_t diagonal, int m, int n,
                          const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc) {
  const bool is_left = side == CUBLAS_SIDE_LEFT;
  const size_t order = is_left ? m : n;
  HEDDLE_BLAS_NEEDS(handle, is_side(side) && is_fill(fill) && is_operation(trans) &&
                                is_diagonal(diagonal) && m >= 0 && n >= 0 &&
                                lda >= at_least_one(order) && ldb >= at_least_one(m) &&
                                ldc >= at_least_one(m) && alpha != nullptr);
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const size_t rows = m, columns = n;
  const size_t copied = b == c ? rows * columns : 0;
  T* const whole = static_cast<T*>(scratch(*handle, sizeof(T) * (order * order + copied)));
  if (whole == nullptr) return CUBLAS_STATUS_ALLOC_FAILED;
  const auto view = triangle<T, Storage::kFull>(Form::kTriangular, fill, trans,
                                                diagonal == CUBLAS_DIAG_UNIT, order, a, lda, 0);
  cublasStatus_t status = launch_expand(*handle, view, whole);
  if (status == CUBLAS_STATUS_SUCCESS && copied != 0) {
    T* const copy = whole + order * order;
    status =
        status_of(cudaMemcpy2DAsync(copy, rows * sizeof(T), b, ldb * sizeof(T), rows * sizeof(T),
                                    columns, cudaMemcpyDeviceToDevice, handle->stream));
    b = copy;
    ldb = m;
  }
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const Scalar<T> factor = scalar(*handle, alpha), none = constant(T(0));
  if (is_left) {
    return multiply<T>(*handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, m, factor, whole, m, b, ldb, none,
                       c, ldc);
  }
  return multiply<T>(*handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, n, factor, b, ldb, whole, n, none, c,
                     ldc);
}

/// One update of a triangle: what it computes and where.
template <typename T>
struct Update {
  cublasOperation_t left, right;
  int n, k;
  T* c;
  int ldc;
  Region region;
  bool is_hermitian;

  cublasStatus_t add(cublasContext& context, Scalar<T> alpha, const T* a, int lda, const T* b,
                     int ldb, Scalar<T> beta) const {
    return multiply<T>(context, left, right, n, n, k, alpha, a, lda, b, ldb, beta, c, ldc, region,
                       is_hermitian);
  }
};

template <typename T>
bool make_update(Update<T>& update, bool is_hermitian, cublasFillMode_t fill,
                 cublasOperation_t trans, int n, int k, int lda, int ldb, T* c, int ldc) {
  const cublasOperation_t other = is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  const bool is_plain = trans == CUBLAS_OP_N;
  if (!is_plain && trans != other && kIsComplex<T>) return false;
  update = {is_plain ? CUBLAS_OP_N : other,
            is_plain ? other : CUBLAS_OP_N,
            n,
            k,
            c,
            ldc,
            fill == CUBLAS_FILL_MODE_UPPER ? Region::kUpper : Region::kLower,
            is_hermitian};
  const int least = at_least_one(is_plain ? n : k);
  return is_fill(fill) && is_operation(trans) && n >= 0 && k >= 0 && lda >= least && ldb >= least &&
         ldc >= at_least_one(n);
}

/// A factor of another type, which may lie on the device.
template <typename T, typename R>
cublasStatus_t convert(cublasContext& context, const R* pointer, Scalar<T>& factor) {
  R value;
  const cublasStatus_t status = fetch(context, pointer, value);
  factor = constant(T(value));
  return status;
}
template <typename T>
cublasStatus_t convert(cublasContext& context, const T* pointer, Scalar<T>& factor) {
  factor = scalar(context, pointer);
  return CUBLAS_STATUS_SUCCESS;
}

/// syrk and herk if a and b are the same, syrkx and herkx if not.
template <typename T, typename R, typename Q>
cublasStatus_t rank_k(cublasHandle_t handle, bool is_hermitian, cublasFillMode_t fill,
                      cublasOperation_t trans, int n, int k, const R* alpha, const T* a, int lda,
                      const T* b, int ldb, const Q* beta, T* c, int ldc) {
  Update<T> update;
  HEDDLE_BLAS_NEEDS(handle,
                    make_update(update, is_hermitian, fill, trans, n, k, lda, ldb, c, ldc) &&
                        alpha != nullptr && beta != nullptr);
  Scalar<T> factor, kept;
  cublasStatus_t status = convert(*handle, alpha, factor);
  if (status == CUBLAS_STATUS_SUCCESS) status = convert(*handle, beta, kept);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return update.add(*handle, factor, a, lda, b, ldb, kept);
}

template <typename T, typename Q>
cublasStatus_t rank_2k(cublasHandle_t handle, bool is_hermitian, cublasFillMode_t fill,
                       cublasOperation_t trans, int n, int k, const T* alpha, const T* a, int lda,
                       const T* b, int ldb, const Q* beta, T* c, int ldc) {
  Update<T> update;
  HEDDLE_BLAS_NEEDS(handle,
                    make_update(update, is_hermitian, fill, trans, n, k, lda, ldb, c, ldc) &&
                        alpha != nullptr && beta != nullptr);
  Scalar<T> factor, kept;
  cublasStatus_t status = convert(*handle, alpha, factor);
  if (status == CUBLAS_STATUS_SUCCESS) status = convert(*handle, beta, kept);
  Scalar<T> mirrored = factor;
  if (status == CUBLAS_STATUS_SUCCESS && is_hermitian) {
    T value;
    status = fetch(*handle, alpha, value);
    mirrored = constant(conjugate(value));
  }
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  status = update.add(*handle, factor, a, lda, b, ldb, kept);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return update.add(*handle, mirrored, b, ldb, a, lda, constant(T(1)));
}

}  // namespace
}  // namespace heddle_blas

using namespace heddle_blas;

#define SYMM(W, T, FORM)                                                                           \
  cublasStatus_t cublas##W##mm_v2(cublasHandle_t handle, cublasSideMode_t side,                    \
                                  cublasFillMode_t uplo, int m, int n, const T* alpha, const T* a, \
                                  int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {    \
    return symmetric(handle, Form::FORM, side, uplo, m, n, own(alpha), own(a), lda, own(b), ldb,   \
                     own(beta), own(c), ldc);                                                      \
  }
#define TRMM(L, T)                                                                                 \
  cublasStatus_t cublas##L##trmm_v2(cublasHandle_t handle, cublasSideMode_t side,                  \
                                    cublasFillMode_t uplo, cublasOperation_t trans,                \
                                    cublasDiagType_t diag, int m, int n, const T* alpha,           \
                                    const T* a, int lda, const T* b, int ldb, T* c, int ldc) {     \
    return triangular(handle, side, uplo, trans, diag, m, n, own(alpha), own(a), lda, own(b), ldb, \
                      own(c), ldc);                                                                \
  }
#define RANK(W, T, R, Q, HERMITIAN)                                                                \
  cublasStatus_t cublas##W##rk_v2(cublasHandle_t handle, cublasFillMode_t uplo,                    \
                                  cublasOperation_t trans, int n, int k, const R* alpha,           \
                                  const T* a, int lda, const Q* beta, T* c, int ldc) {             \
    return rank_k(handle, HERMITIAN, uplo, trans, n, k, own(alpha), own(a), lda, own(a), lda,      \
                  own(beta), own(c), ldc);                                                         \
  }                                                                                                \
  cublasStatus_t cublas##W##rkx(cublasHandle_t handle, cublasFillMode_t uplo,                      \
                                cublasOperation_t trans, int n, int k, const T* alpha, const T* a, \
                                int lda, const T* b, int ldb, const Q* beta, T* c, int ldc) {      \
    return rank_k(handle, HERMITIAN, uplo, trans, n, k, own(alpha), own(a), lda, own(b), ldb,      \
                  own(beta), own(c), ldc);                                                         \
  }                                                                                                \
  cublasStatus_t cublas##W##r2k_v2(                                                                \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,         \
      const T* alpha, const T* a, int lda, const T* b, int ldb, const Q* beta, T* c, int ldc) {    \
    return rank_2k(handle, HERMITIAN, uplo, trans, n, k, own(alpha), own(a), lda, own(b), ldb,     \
                   own(beta), own(c), ldc);                                                        \
  }

extern "C" {
SYMM(Ssy, float, kSymmetric)
SYMM(Dsy, double, kSymmetric)
SYMM(Csy, cuComplex, kSymmetric)
SYMM(Zsy, cuDoubleComplex, kSymmetric)
SYMM(Che, cuComplex, kHermitian)
SYMM(Zhe, cuDoubleComplex, kHermitian)
TRMM(S, float)
TRMM(D, double)
TRMM(C, cuComplex)
TRMM(Z, cuDoubleComplex)
RANK(Ssy, float, float, float, false)
RANK(Dsy, double, double, double, false)
RANK(Csy, cuComplex, cuComplex, cuComplex, false)
RANK(Zsy, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex, false)
RANK(Che, cuComplex, float, float, true)
RANK(Zhe, cuDoubleComplex, double, double, true)
}
