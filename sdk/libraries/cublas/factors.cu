// getrfBatched, getrsBatched, getriBatched and matinvBatched: LU factors of many small matrices,
// one block a matrix.
#include "cublas/expand.cuh"

namespace heddle_blas {
inline namespace factors {

constexpr int kThreads = 128;

/// The row of largest size in a column, from row `first` on, in every thread.
template <typename T>
__device__ int pivot_of(const T* column, int first, int n) {
  __shared__ Real<T> sizes[kThreads];
  __shared__ int rows[kThreads];
  Real<T> size = -1;
  int row = first;
  for (int i = first + threadIdx.x; i < n; i += kThreads) {
    if (size_of(column[i]) > size) {
      size = size_of(column[i]);
      row = i;
    }
  }
  sizes[threadIdx.x] = size;
  rows[threadIdx.x] = row;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      const Real<T> other = sizes[threadIdx.x + half];
      const bool is_first = rows[threadIdx.x + half] < rows[threadIdx.x];
      if (other > sizes[threadIdx.x] || (other == sizes[threadIdx.x] && is_first)) {
        sizes[threadIdx.x] = other;
        rows[threadIdx.x] = rows[threadIdx.x + half];
      }
    }
    __syncthreads();
  }
  const int result = rows[0];
  __syncthreads();
  return result;
}

template <typename T>
__device__ void swap_rows(T* a, long long lda, int n, int first, int second) {
  for (int j = threadIdx.x; j < n; j += kThreads) {
    const T kept = a[first + j * lda];
    a[first + j * lda] = a[second + j * lda];
    a[second + j * lda] = kept;
  }
}

template <typename T>
__global__ __launch_bounds__(kThreads) void getrf(int n, Matrices<T> matrices, long long lda,
                                                  int* pivots, int* info) {
  T* const a = matrices.at(blockIdx.x);
  int first_zero = 0;
  for (int k = 0; k < n; ++k) {
    if (pivots != nullptr) {
      const int row = pivot_of(a + k * lda, k, n);
      if (row != k) swap_rows(a, lda, n, k, row);
      if (threadIdx.x == 0) pivots[blockIdx.x * n + k] = row + 1;
      __syncthreads();
    }
    const T pivot = a[k + k * lda];
    if (pivot == T(0)) {
      if (first_zero == 0) first_zero = k + 1;
      continue;
    }
    for (int i = k + 1 + threadIdx.x; i < n; i += kThreads) a[i + k * lda] = a[i + k * lda] / pivot;
    __syncthreads();
    const int rest = n - k - 1;
    for (int at = threadIdx.x; at < rest * rest; at += kThreads) {
      const int i = k + 1 + at % rest, j = k + 1 + at / rest;
      a[i + j * lda] = a[i + j * lda] - a[i + k * lda] * a[k + j * lda];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) info[blockIdx.x] = first_zero;
}

/// Solves with one triangle of the factors for all right-hand sides.
template <typename T>
__device__ void solve(const T* a, long long lda, int n, bool is_upper, bool transposes,
                      bool conjugates, T* b, long long ldb, int number) {
  const bool forward = is_upper == transposes, is_unit = !is_upper;
  for (int step = 0; step < n; ++step) {
    const int k = forward ? step : n - 1 - step;
    const int begin = forward ? k + 1 : 0, rest = forward ? n - k - 1 : k;
    if (!is_unit) {
      const T pivot = conjugate_if(conjugates, a[k + k * lda]);
      for (int s = threadIdx.x; s < number; s += kThreads) b[k + s * ldb] = b[k + s * ldb] / pivot;
      __syncthreads();
    }
    for (int at = threadIdx.x; at < rest * number; at += kThreads) {
      const int i = begin + at % rest, s = at / rest;
      const T coefficient = transposes ? a[k + i * lda] : a[i + k * lda];
      b[i + s * ldb] = b[i + s * ldb] - conjugate_if(conjugates, coefficient) * b[k + s * ldb];
    }
    __syncthreads();
  }
}

template <typename T>
__device__ void permute(const int* pivots, int n, bool backward, T* b, long long ldb, int number) {
  if (pivots == nullptr) return;
  for (int step = 0; step < n; ++step) {
    const int k = backward ? n - 1 - step : step;
    const int row = pivots[k] - 1;
    if (row != k) swap_rows(b, ldb, number, k, row);
    __syncthreads();
  }
}

/// Solves op(A) X = B with the factors of A. If `inverts`, B is the identity.
template <typename T>
__global__ __launch_bounds__(kThreads) void getrs(cublasOperation_t trans, bool inverts, int n,
                                                  int number, Matrices<const T> matrices,
                                                  long long lda, const int* pivots,
                                                  Matrices<T> sides, long long ldb, int* info) {
  const T* const a = matrices.at(blockIdx.x);
  T* const b = sides.at(blockIdx.x);
  const int* const own_pivots = pivots == nullptr ? nullptr : pivots + blockIdx.x * n;
  if (inverts) {
    for (int at = threadIdx.x; at < n * n; at += kThreads)
      b[at % n + at / n * ldb] = T(at % n == at / n ? 1 : 0);
    if (threadIdx.x == 0) {
      int first_zero = 0;
      for (int i = n; i > 0; --i)
        if (a[i - 1 + (i - 1) * lda] == T(0)) first_zero = i;
      info[blockIdx.x] = first_zero;
    }
    __syncthreads();
  }
  const bool conjugates = trans == CUBLAS_OP_C;
  if (trans == CUBLAS_OP_N) {
    permute(own_pivots, n, false, b, ldb, number);
    solve(a, lda, n, false, false, false, b, ldb, number);
    solve(a, lda, n, true, false, false, b, ldb, number);
  } else {
    solve(a, lda, n, true, true, conjugates, b, ldb, number);
    solve(a, lda, n, false, true, conjugates, b, ldb, number);
    permute(own_pivots, n, true, b, ldb, number);
  }
}

template <typename T>
__global__ void gather(int n, Matrices<const T> from, long long lda, T* to) {
  T* const target = to + static_cast<long long>(blockIdx.x) * n * n;
  const T* const a = from.at(blockIdx.x);
  for (int at = threadIdx.x; at < n * n; at += kThreads) target[at] = a[at % n + at / n * lda];
}

bool is_batch(int n, int lda, int count) { return n >= 0 && lda >= at_least_one(n) && count >= 0; }

template <typename T>
cublasStatus_t run_getrf(cublasHandle_t handle, int n, T* const* a, int lda, int* pivots, int* info,
                         int count) {
  HEDDLE_BLAS_NEEDS(handle, is_batch(n, lda, count) && info != nullptr);
  if (n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  return launch(*handle, getrf<T>, dim3(count), dim3(kThreads), n, listed(a), lda, pivots, info);
}

template <typename T>
cublasStatus_t run_getri(cublasHandle_t handle, int n, const T* const* a, int lda,
                         const int* pivots, T* const* c, int ldc, int* info, int count) {
  HEDDLE_BLAS_NEEDS(handle, is_batch(n, lda, count) && ldc >= at_least_one(n) && info != nullptr);
  if (n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  return launch(*handle, getrs<T>, dim3(count), dim3(kThreads), CUBLAS_OP_N, true, n, n, listed(a),
                lda, pivots, listed(c), ldc, info);
}

/// *info: 0, or which argument is wrong, counted negatively.
template <typename T>
cublasStatus_t run_getrs(cublasHandle_t handle, cublasOperation_t trans, int n, int number,
                         const T* const* a, int lda, const int* pivots, T* const* b, int ldb,
                         int* info, int count) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (info == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *info = !is_operation(trans)    ? -1
          : n < 0                 ? -2
          : number < 0            ? -3
          : lda < at_least_one(n) ? -5
          : ldb < at_least_one(n) ? -8
          : count < 0             ? -10
                                  : 0;
  if (*info != 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0 || number == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  int* const none = nullptr;
  return launch(*handle, getrs<T>, dim3(count), dim3(kThreads), trans, false, n, number, listed(a),
                lda, pivots, listed(b), ldb, none);
}

template <typename T>
cublasStatus_t run_matinv(cublasHandle_t handle, int n, const T* const* a, int lda, T* const* c,
                          int ldc, int* info, int count) {
  HEDDLE_BLAS_NEEDS(handle, is_batch(n, lda, count) && ldc >= at_least_one(n) && info != nullptr);
  if (n > 32) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  const long long elements = static_cast<long long>(n) * n;
  char* const memory =
      static_cast<char*>(scratch(*handle, count * (elements * sizeof(T) + n * sizeof(int))));
  if (memory == nullptr) return CUBLAS_STATUS_ALLOC_FAILED;
  T* const copies = reinterpret_cast<T*>(memory);
  int* const pivots = reinterpret_cast<int*>(copies + count * elements);
  cublasStatus_t status =
      launch(*handle, gather<T>, dim3(count), dim3(kThreads), n, listed(a), lda, copies);
  if (status == CUBLAS_STATUS_SUCCESS) {
    status = launch(*handle, getrf<T>, dim3(count), dim3(kThreads), n, strided(copies, elements), n,
                    pivots, info);
  }
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return launch(*handle, getrs<T>, dim3(count), dim3(kThreads), CUBLAS_OP_N, true, n, n,
                strided<const T>(copies, elements), n, pivots, listed(c), ldc, info);
}

}  // namespace factors
}  // namespace heddle_blas

using namespace heddle_blas;

#define FACTORS(L, T)                                                                              \
  cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T* const a[], int lda,      \
                                         int* pivots, int* info, int count) {                      \
    return run_getrf(handle, n, own(a), lda, pivots, info, count);                                 \
  }                                                                                                \
  cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T* const a[],         \
                                         int lda, const int* pivots, T* const c[], int ldc,        \
                                         int* info, int count) {                                   \
    return run_getri(handle, n, own(a), lda, pivots, own(c), ldc, info, count);                    \
  }                                                                                                \
  cublasStatus_t cublas##L##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n,    \
                                         int nrhs, const T* const a[], int lda, const int* pivots, \
                                         T* const b[], int ldb, int* info, int count) {            \
    return run_getrs(handle, trans, n, nrhs, own(a), lda, pivots, own(b), ldb, info, count);       \
  }                                                                                                \
  cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T* const a[],        \
                                          int lda, T* const inverse[], int ldi, int* info,         \
                                          int count) {                                             \
    return run_matinv(handle, n, own(a), lda, own(inverse), ldi, info, count);                     \
  }

extern "C" {
FACTORS(S, float)
FACTORS(D, double)
FACTORS(C, cuComplex)
FACTORS(Z, cuDoubleComplex)
}
