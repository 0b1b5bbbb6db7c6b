// The product of a matrix and a vector: y = alpha op(A) x + beta y, for every way in which BLAS
// stores A.
#pragma once

#include "cublas/view.cuh"

namespace heddle_blas {

constexpr int kTileRows = 32, kColumnGroups = 8;

template <typename T>
__device__ inline void store_row(T* place, T alpha, T sum, T beta) {
  T value = alpha * sum;
  if (!(beta == T(0))) value = multiply_add(beta, *place, value);
  *place = value;
}

/// For matrices whose columns lie in a row's direction: a thread adds a part of a row. The threads
/// of a warp take neighbouring rows, and the warps of a block different columns.
template <typename T, Storage kStorage>
__global__ __launch_bounds__(kTileRows* kColumnGroups) void matrix_vector_by_rows(
    View<T, kStorage> a, Scalar<T> alpha, Vector<const T> x, Scalar<T> beta, Vector<T> y) {
  __shared__ alignas(16) unsigned char memory[kColumnGroups * kTileRows * sizeof(T)];
  T* const sums = reinterpret_cast<T*>(memory);
  const int lane = threadIdx.x, group = threadIdx.y;
  const int first_row = blockIdx.x * kTileRows, row = first_row + lane;
  const int last_row = min(first_row + kTileRows, a.rows) - 1;
  const int first = row < a.rows ? a.first_column(row) : 0;
  const int end = row < a.rows ? a.end_column(row) : 0;
  const T factor = alpha.get();
  T sum = T(0);
  if (!(factor == T(0))) {
    const int tile_end = a.end_column(last_row);
#pragma unroll 4
    for (int j = a.first_column(first_row) + group; j < tile_end; j += kColumnGroups)
      if (j >= first && j < end) sum = multiply_add(a.element(row, j), x[j], sum);
  }
  sums[group * kTileRows + lane] = sum;
  __syncthreads();
  if (group != 0 || row >= a.rows) return;
  for (int i = 1; i < kColumnGroups; ++i) sum = sum + sums[i * kTileRows + lane];
  store_row(&y[row], factor, sum, beta.get());
}

template <typename T>
__device__ inline T sum_of_lanes(T sum) {
  for (int distance = 16; distance != 0; distance /= 2) {
    if constexpr (kIsComplex<T>) {
      const T other = {__shfl_down_sync(0xffffffffu, sum.x, distance),
                       __shfl_down_sync(0xffffffffu, sum.y, distance)};
      sum = sum + other;
    } else {
      sum = sum + __shfl_down_sync(0xffffffffu, sum, distance);
    }
  }
  return sum;
}

/// For transposed matrices, whose rows are contiguous: the warps of a block add the parts of a row.
template <typename T, Storage kStorage>
__global__ __launch_bounds__(128) void matrix_vector_by_columns(View<T, kStorage> a,
                                                                Scalar<T> alpha, Vector<const T> x,
                                                                Scalar<T> beta, Vector<T> y) {
  __shared__ alignas(16) unsigned char memory[4 * sizeof(T)];
  T* const of_warp = reinterpret_cast<T*>(memory);
  const int row = blockIdx.x, end = a.end_column(row);
  const T factor = alpha.get();
  T sum = T(0);
  if (!(factor == T(0))) {
#pragma unroll 4
    for (int j = a.first_column(row) + threadIdx.x; j < end; j += 128)
      sum = multiply_add(a.element(row, j), x[j], sum);
  }
  sum = sum_of_lanes(sum);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  sum = (of_warp[0] + of_warp[1]) + (of_warp[2] + of_warp[3]);
  store_row(&y[row], factor, sum, beta.get());
}

template <typename T, Storage kStorage>
cublasStatus_t matrix_vector(cublasContext& context, const View<T, kStorage>& a, Scalar<T> alpha,
                             Vector<const T> x, Scalar<T> beta, Vector<T> y) {
  if (a.rows == 0) return CUBLAS_STATUS_SUCCESS;
  if (is_known(alpha, T(0)) && is_known(beta, T(1))) return CUBLAS_STATUS_SUCCESS;
  if (a.transposes) {
    return launch(context, matrix_vector_by_columns<T, kStorage>, dim3(a.rows), dim3(128), a, alpha,
                  x, beta, y);
  }
  return launch(context, matrix_vector_by_rows<T, kStorage>, dim3(blocks_for(a.rows, kTileRows)),
                dim3(kTileRows, kColumnGroups), a, alpha, x, beta, y);
}

}  // namespace heddle_blas
