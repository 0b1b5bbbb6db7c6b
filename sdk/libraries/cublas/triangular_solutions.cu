// trsv, tbsv and tpsv: one block solves 32 rows at a time, in the order in which they depend on
// each other, and takes their part from the rows that follow.
#include <type_traits>

#include "cublas/triangular.cuh"

namespace heddle_blas {
inline namespace triangular_solutions {

constexpr int kThreads = 256, kRows = 32;

template <typename T>
__device__ inline T from_lane(T value, int lane) {
  if constexpr (kIsComplex<T>)
    return {__shfl_sync(0xffffffffu, value.x, lane), __shfl_sync(0xffffffffu, value.y, lane)};
  else
    return __shfl_sync(0xffffffffu, value, lane);
}

template <typename T, Storage kStorage>
__device__ inline bool has(const View<T, kStorage>& a, int i, int j) {
  return j >= a.first_column(i) && j < a.end_column(i);
}

/// Solves `count` rows from `first` on. Lane l holds the row's value.
template <typename T, Storage kStorage>
__device__ void solve_rows(const View<T, kStorage>& a, bool forward, int first, int count,
                           Vector<T> x, T* solved) {
  const int lane = threadIdx.x, row = first + lane;
  T value = lane < count ? x[row] : T(0);
  for (int step = 0; step < count; ++step) {
    const int pivot = forward ? step : count - 1 - step;
    if (lane == pivot && !a.is_unit) value = value / a.element(row, row);
    const T known = from_lane(value, pivot);
    const bool follows = forward ? lane > pivot : lane < pivot;
    if (follows && lane < count && has(a, row, first + pivot))
      value = value - a.element(row, first + pivot) * known;
  }
  if (lane < count) {
    x[row] = value;
    solved[lane] = value;
  }
}

template <typename T, Storage kStorage>
__global__ __launch_bounds__(kThreads) void solve(View<T, kStorage> a, Vector<T> x) {
  __shared__ alignas(16) unsigned char memory[kRows * sizeof(T)];
  T* const solved = reinterpret_cast<T*>(memory);
  const bool forward = a.is_upper == a.transposes;
  const int n = a.rows, parts = (n + kRows - 1) / kRows;
  for (int part = 0; part < parts; ++part) {
    const int first = (forward ? part : parts - 1 - part) * kRows;
    const int count = min(kRows, n - first);
    if (threadIdx.x < kRows) solve_rows(a, forward, first, count, x, solved);
    __syncthreads();
    const int begin = forward ? first + count : 0, end = forward ? n : first;
    for (int row = begin + threadIdx.x; row < end; row += kThreads) {
      T value = x[row];
      for (int i = 0; i < count; ++i)
        if (has(a, row, first + i)) value = value - a.element(row, first + i) * solved[i];
      x[row] = value;
    }
    __syncthreads();
  }
}

template <typename T, Storage kStorage>
cublasStatus_t solution(cublasHandle_t handle, const View<T, kStorage>& a, T* x, int incx) {
  return launch(*handle, solve<T, kStorage>, dim3(1), dim3(kThreads), a, vector(x, a.rows, incx));
}

}  // namespace triangular_solutions
}  // namespace heddle_blas

using namespace heddle_blas;

extern "C" {
HEDDLE_BLAS_TRIANGULAR_FUNCTIONS(S, float, sv, solution)
HEDDLE_BLAS_TRIANGULAR_FUNCTIONS(D, double, sv, solution)
HEDDLE_BLAS_TRIANGULAR_FUNCTIONS(C, cuComplex, sv, solution)
HEDDLE_BLAS_TRIANGULAR_FUNCTIONS(Z, cuDoubleComplex, sv, solution)
}
