// trsm: one kernel solves 32 unknowns of every system, gemm takes their part from the unknowns that
// follow, and so on. trsmBatched solves many small systems, one thread a system.
#include "cublas/expand.cuh"

namespace heddle_blas {
inline namespace triangular_systems {

constexpr int kBlock = 32;  ///< unknowns that are solved at once, and systems of a block

/// Right-hand sides, which become the solutions: unknown i of system s. On the right side the
/// systems are B's rows.
template <typename T>
struct Systems {
  T* b;
  long long step, distance;  ///< elements to the next unknown, to the next system
  __device__ T& at(int i, int s) const { return b[i * step + s * distance]; }
};

/// The matrix of the systems: op(A), or its transpose on the right side.
template <typename T>
View<T, Storage::kFull> matrix_of_systems(bool is_left, cublasFillMode_t fill,
                                          cublasOperation_t trans, bool is_unit, int order,
                                          const T* a, int lda) {
  auto view =
      triangle<T, Storage::kFull>(Form::kTriangular, fill, trans, is_unit, order, a, lda, 0);
  if (!is_left) view.transposes = !view.transposes;
  return view;
}
template <typename T>
__host__ __device__ inline bool is_forward(const View<T, Storage::kFull>& a) {
  return a.is_upper == a.transposes;
}

template <typename T>
__global__ __launch_bounds__(kBlock) void trsm_diagonal(View<T, Storage::kFull> a, int first,
                                                        int count, Systems<T> systems, int number,
                                                        Scalar<T> alpha) {
  __shared__ alignas(16) unsigned char memory_a[kBlock * kBlock * sizeof(T)];
  __shared__ alignas(16) unsigned char memory_x[kBlock * (kBlock + 1) * sizeof(T)];
  T* const coefficients = reinterpret_cast<T*>(memory_a);
  T* const x = reinterpret_cast<T*>(memory_x);
  const int lane = threadIdx.x, first_system = blockIdx.x * kBlock;
  const bool forward = is_forward(a), unknowns_lie_together = systems.step == 1;
  const T factor = alpha.get();
  for (int i = 0; i < count; ++i) {
    const int row = first + i, column = first + lane;
    if (lane < count && column >= a.first_column(row) && column < a.end_column(row))
      coefficients[i * kBlock + lane] = a.element(row, column);
  }
  for (int other = 0; other < kBlock; ++other) {
    const int i = unknowns_lie_together ? lane : other, s = unknowns_lie_together ? other : lane;
    if (i < count && first_system + s < number)
      x[i * (kBlock + 1) + s] = factor * systems.at(first + i, first_system + s);
  }
  __syncthreads();
  for (int step = 0; step < count; ++step) {
    const int i = forward ? step : count - 1 - step;
    T value = x[i * (kBlock + 1) + lane];
    for (int j = forward ? 0 : i + 1; j < (forward ? i : count); ++j)
      value = value - coefficients[i * kBlock + j] * x[j * (kBlock + 1) + lane];
    if (!a.is_unit) value = value / coefficients[i * kBlock + i];
    x[i * (kBlock + 1) + lane] = value;
  }
  __syncthreads();
  for (int other = 0; other < kBlock; ++other) {
    const int i = unknowns_lie_together ? lane : other, s = unknowns_lie_together ? other : lane;
    if (i < count && first_system + s < number)
      systems.at(first + i, first_system + s) = x[i * (kBlock + 1) + s];
  }
}

template <typename T>
__global__ void fill_with_zeros(int m, int n, T* b, long long ldb) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) b[i + j * ldb] = T(0);
}

bool is_solve(cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t trans,
              cublasDiagType_t diagonal, int m, int n, int lda, int ldb) {
  return is_side(side) && is_fill(fill) && is_operation(trans) && is_diagonal(diagonal) && m >= 0 &&
         n >= 0 && lda >= at_least_one(side == CUBLAS_SIDE_LEFT ? m : n) && ldb >= at_least_one(m);
}

/// Takes the part of the solved unknowns, `count` from `first` on, from the unknowns of [begin,
/// end).
template <typename T>
cublasStatus_t subtract(cublasContext& context, bool is_left, cublasOperation_t trans, int first,
                        int count, int begin, int end, int number, const T* a, long long lda, T* b,
                        long long ldb, Scalar<T> beta) {
  const long long row = is_left ? begin : first, column = is_left ? first : begin;
  const T* const part = trans == CUBLAS_OP_N ? a + row + column * lda : a + column + row * lda;
  const Scalar<T> minus = constant(T(-1));
  if (is_left) {
    return multiply<T>(context, trans, CUBLAS_OP_N, end - begin, number, count, minus, part, lda,
                       b + first, ldb, beta, b + begin, ldb);
  }
  return multiply<T>(context, CUBLAS_OP_N, trans, number, end - begin, count, minus,
                     b + first * ldb, ldb, part, lda, beta, b + begin * ldb, ldb);
}

template <typename T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                    cublasOperation_t trans, cublasDiagType_t diagonal, int m, int n,
                    const T* alpha, const T* a, int lda, T* b, int ldb) {
  HEDDLE_BLAS_NEEDS(handle,
                    is_solve(side, fill, trans, diagonal, m, n, lda, ldb) && alpha != nullptr);
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const bool is_left = side == CUBLAS_SIDE_LEFT;
  const int order = is_left ? m : n, number = is_left ? n : m;
  Scalar<T> factor = scalar(*handle, alpha);
  if (is_known(factor, T(0))) {
    return launch(*handle, fill_with_zeros<T>, dim3(blocks_for(m, 32), blocks_for(n, 8)),
                  dim3(32, 8), m, n, b, ldb);
  }
  const auto view =
      matrix_of_systems(is_left, fill, trans, diagonal == CUBLAS_DIAG_UNIT, order, a, lda);
  const long long distance = ldb;
  const Systems<T> systems = {b, is_left ? 1 : distance, is_left ? distance : 1};
  const bool forward = is_forward(view);
  const int parts = (order + kBlock - 1) / kBlock;
  for (int part = 0; part < parts; ++part) {
    const int first = (forward ? part : parts - 1 - part) * kBlock;
    const int count = order - first < kBlock ? order - first : kBlock;
    cublasStatus_t status = launch(*handle, trsm_diagonal<T>, dim3(blocks_for(number, kBlock)),
                                   dim3(kBlock), view, first, count, systems, number, factor);
    const int begin = forward ? first + count : 0, end = forward ? order : first;
    if (status == CUBLAS_STATUS_SUCCESS && begin < end) {
      status = subtract(*handle, is_left, trans, first, count, begin, end, number, a, lda, b, ldb,
                        factor);
    }
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    factor = constant(T(1));
  }
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
__global__ void trsm_each(View<T, Storage::kFull> a, T const* const* matrices, Systems<T> systems,
                          T* const* sides, int number, Scalar<T> alpha) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= number) return;
  a.a = matrices[blockIdx.y];
  systems.b = sides[blockIdx.y];
  const bool forward = is_forward(a);
  const T factor = alpha.get();
  for (int step = 0; step < a.rows; ++step) {
    const int i = forward ? step : a.rows - 1 - step;
    T value = factor * systems.at(i, s);
    const int begin = forward ? 0 : i + 1, end = forward ? i : a.rows;
    for (int j = begin; j < end; ++j) value = value - a.element(i, j) * systems.at(j, s);
    systems.at(i, s) = a.is_unit ? value : value / a.element(i, i);
  }
}

template <typename T>
cublasStatus_t trsm_batched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,
                            cublasOperation_t trans, cublasDiagType_t diagonal, int m, int n,
                            const T* alpha, const T* const* a, int lda, T* const* b, int ldb,
                            int count) {
  HEDDLE_BLAS_NEEDS(handle, is_solve(side, fill, trans, diagonal, m, n, lda, ldb) && count >= 0 &&
                                alpha != nullptr);
  if (m == 0 || n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  const bool is_left = side == CUBLAS_SIDE_LEFT;
  const int order = is_left ? m : n, number = is_left ? n : m;
  const auto view =
      matrix_of_systems<T>(is_left, fill, trans, diagonal == CUBLAS_DIAG_UNIT, order, nullptr, lda);
  const long long distance = ldb;
  const Systems<T> systems = {nullptr, is_left ? 1 : distance, is_left ? distance : 1};
  return launch(*handle, trsm_each<T>, dim3(blocks_for(number, 64), count), dim3(64), view, a,
                systems, b, number, scalar(*handle, alpha));
}

}  // namespace triangular_systems
}  // namespace heddle_blas

using namespace heddle_blas;

#define TRSM(L, T)                                                                              \
  cublasStatus_t cublas##L##trsm_v2(cublasHandle_t handle, cublasSideMode_t side,               \
                                    cublasFillMode_t uplo, cublasOperation_t trans,             \
                                    cublasDiagType_t diag, int m, int n, const T* alpha,        \
                                    const T* a, int lda, T* b, int ldb) {                       \
    return trsm(handle, side, uplo, trans, diag, m, n, own(alpha), own(a), lda, own(b), ldb);   \
  }                                                                                             \
  cublasStatus_t cublas##L##trsmBatched(                                                        \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                      \
      cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha,             \
      const T* const a[], int lda, T* const b[], int ldb, int count) {                          \
    return trsm_batched(handle, side, uplo, trans, diag, m, n, own(alpha), own(a), lda, own(b), \
                        ldb, count);                                                            \
  }

extern "C" {
TRSM(S, float)
TRSM(D, double)
TRSM(C, cuComplex)
TRSM(Z, cuDoubleComplex)
}
