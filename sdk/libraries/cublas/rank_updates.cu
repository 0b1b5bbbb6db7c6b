// ger, syr, her, syr2, her2 and their packed forms: one thread an element of the matrix.
#include "cublas/view.cuh"

namespace heddle_blas {
inline namespace rank_updates {

/// What is added to A: alpha x y', and for updates of rank 2 its mirror image, too.
struct Update {
  bool is_rank2, conjugates;  ///< ': conjugate transposed
  bool is_triangular, is_upper;
  bool has_real_diagonal;
};

template <typename T, Storage kStorage>
__device__ inline long long place_of(int i, int j, int n, long long pitch, bool is_upper) {
  const long long column = j;
  if (kStorage == Storage::kFull) return i + column * pitch;
  return is_upper ? i + column * (column + 1) / 2 : i + column * (2LL * n - column - 1) / 2;
}

template <typename T, Storage kStorage, typename Factor>
__global__ void update(Update what, int m, int n, Scalar<Factor> alpha, Vector<const T> x,
                       Vector<const T> y, T* a, long long pitch) {
  const T factor = T(alpha.get());
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n || factor == T(0)) return;
  if (what.is_triangular && (what.is_upper ? i > j : i < j)) return;
  T* const place = a + place_of<T, kStorage>(i, j, n, pitch, what.is_upper);
  T sum = factor * x[i] * conjugate_if(what.conjugates, y[j]);
  if (what.is_rank2)
    sum = sum + conjugate_if(what.conjugates, factor) * y[i] * conjugate_if(what.conjugates, x[j]);
  sum = sum + *place;
  if constexpr (kIsComplex<T>)
    if (what.has_real_diagonal && i == j) sum.y = 0;
  *place = sum;
}

template <Storage kStorage, typename Factor, typename T>
cublasStatus_t run(cublasHandle_t handle, const Update& what, int m, int n, const Factor* alpha,
                   const T* x, int incx, const T* y, int incy, T* a, int lda) {
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const Scalar<Factor> factor = scalar(*handle, alpha);
  if (is_known(factor, Factor(0))) return CUBLAS_STATUS_SUCCESS;
  return launch(*handle, update<T, kStorage, Factor>, dim3(blocks_for(m, 32), blocks_for(n, 8)),
                dim3(32, 8), what, m, n, factor, vector(x, m, incx), vector(y, n, incy), a, lda);
}

template <typename T>
cublasStatus_t ger(cublasHandle_t handle, bool conjugates, int m, int n, const T* alpha, const T* x,
                   int incx, const T* y, int incy, T* a, int lda) {
  HEDDLE_BLAS_NEEDS(handle, m >= 0 && n >= 0 && incx != 0 && incy != 0 && lda >= at_least_one(m) &&
                                alpha != nullptr);
  return run<Storage::kFull>(handle, {false, conjugates, false, false, false}, m, n, alpha, x, incx,
                             y, incy, a, lda);
}

template <Storage kStorage, typename Factor, typename T>
cublasStatus_t triangular(cublasHandle_t handle, bool is_rank2, bool is_hermitian,
                          cublasFillMode_t fill, int n, const Factor* alpha, const T* x, int incx,
                          const T* y, int incy, T* a, int lda) {
  HEDDLE_BLAS_NEEDS(handle, is_fill(fill) && n >= 0 && incx != 0 && incy != 0 && alpha != nullptr &&
                                (kStorage == Storage::kPacked || lda >= at_least_one(n)));
  const Update what = {is_rank2, is_hermitian, true, fill == CUBLAS_FILL_MODE_UPPER, is_hermitian};
  return run<kStorage>(handle, what, n, n, alpha, x, incx, y, incy, a, lda);
}

}  // namespace rank_updates
}  // namespace heddle_blas

using namespace heddle_blas;

#define GER(W, T, CONJUGATES)                                                                    \
  cublasStatus_t cublas##W##_v2(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, \
                                int incx, const T* y, int incy, T* a, int lda) {                 \
    return ger(handle, CONJUGATES, m, n, own(alpha), own(x), incx, own(y), incy, own(a), lda);   \
  }
#define RANK1(W, T, R, HERMITIAN)                                                                  \
  cublasStatus_t cublas##W##r_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,              \
                                 const R* alpha, const T* x, int incx, T* a, int lda) {            \
    return triangular<Storage::kFull>(handle, false, HERMITIAN, uplo, n, own(alpha), own(x), incx, \
                                      own(x), incx, own(a), lda);                                  \
  }
#define RANK1_PACKED(W, T, R, HERMITIAN)                                                       \
  cublasStatus_t cublas##W##pr_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,         \
                                  const R* alpha, const T* x, int incx, T* ap) {               \
    return triangular<Storage::kPacked>(handle, false, HERMITIAN, uplo, n, own(alpha), own(x), \
                                        incx, own(x), incx, own(ap), 0);                       \
  }
#define RANK2(W, T, HERMITIAN)                                                                    \
  cublasStatus_t cublas##W##r2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                  const T* alpha, const T* x, int incx, const T* y, int incy,     \
                                  T* a, int lda) {                                                \
    return triangular<Storage::kFull>(handle, true, HERMITIAN, uplo, n, own(alpha), own(x), incx, \
                                      own(y), incy, own(a), lda);                                 \
  }
#define RANK2_PACKED(W, T, HERMITIAN)                                                          \
  cublasStatus_t cublas##W##pr2_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,        \
                                   const T* alpha, const T* x, int incx, const T* y, int incy, \
                                   T* ap) {                                                    \
    return triangular<Storage::kPacked>(handle, true, HERMITIAN, uplo, n, own(alpha), own(x),  \
                                        incx, own(y), incy, own(ap), 0);                       \
  }

extern "C" {
GER(Sger, float, false)
GER(Dger, double, false)
GER(Cgeru, cuComplex, false)
GER(Cgerc, cuComplex, true)
GER(Zgeru, cuDoubleComplex, false)
GER(Zgerc, cuDoubleComplex, true)
RANK1(Ssy, float, float, false)
RANK1(Dsy, double, double, false)
RANK1(Csy, cuComplex, cuComplex, false)
RANK1(Zsy, cuDoubleComplex, cuDoubleComplex, false)
RANK1(Che, cuComplex, float, true)
RANK1(Zhe, cuDoubleComplex, double, true)
RANK1_PACKED(Ss, float, float, false)
RANK1_PACKED(Ds, double, double, false)
RANK1_PACKED(Ch, cuComplex, float, true)
RANK1_PACKED(Zh, cuDoubleComplex, double, true)
RANK2(Ssy, float, false)
RANK2(Dsy, double, false)
RANK2(Csy, cuComplex, false)
RANK2(Zsy, cuDoubleComplex, false)
RANK2(Che, cuComplex, true)
RANK2(Zhe, cuDoubleComplex, true)
RANK2_PACKED(Ss, float, false)
RANK2_PACKED(Ds, double, false)
RANK2_PACKED(Ch, cuComplex, true)
RANK2_PACKED(Zh, cuDoubleComplex, true)
}
