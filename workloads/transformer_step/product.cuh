// Products of matrices in single precision, of any strides, so that one kernel serves forward and
// backward, and all heads at once.
#pragma once

#include <cstdint>

#include "../common/workload.cuh"

namespace transformer {

/// Matrices of one size: element (i, j) of matrix z lies at z / inner_count * outer + z %
/// inner_count * inner + i * row + j * column.
template <typename T>
struct Matrices {
  T* data;
  std::int64_t row, column, outer, inner;

  __device__ T& at(int i, int j, int z, int inner_count) const {
    return data[z / inner_count * outer + z % inner_count * inner + i * row + j * column];
  }
};

/// C = scale A B + bias + plus. `bias`, or null: a value for each column. `plus`, or null: elements
/// that lie as those of C.
struct Product {
  Matrices<const float> a, b;
  Matrices<float> c;
  const float *bias, *plus;
  float scale;
  int rows, columns, terms, inner_count;
};

constexpr int kTile = 32, kDepth = 16,
              kSide = 4;  // of C for a block; terms at a time; of C for a thread
constexpr int kProductThreads = kTile / kSide * (kTile / kSide);

/// Brings kTile x kDepth elements to shared memory, zeros beyond the edges, along the index whose
/// elements lie side by side.
template <typename Element>
__device__ void bring(float (&to)[kDepth][kTile + 1], bool depth_first, Element element) {
#pragma unroll
  for (int i = threadIdx.x; i < kTile * kDepth; i += kProductThreads) {
    const int depth = depth_first ? i % kDepth : i / kTile,
              across = depth_first ? i / kDepth : i % kTile;
    to[depth][across] = element(across, depth);
  }
}

__global__ void __launch_bounds__(kProductThreads) product(Product p) {
  __shared__ float a[kDepth][kTile + 1], b[kDepth][kTile + 1];
  const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile, z = blockIdx.z;
  const int own_row = threadIdx.x / (kTile / kSide), own_column = threadIdx.x % (kTile / kSide);
  float sums[kSide][kSide] = {};
  for (int k = 0; k < p.terms; k += kDepth) {
    bring(a, p.a.column == 1, [&](int across, int depth) {
      const int i = first_row + across, j = k + depth;
      return i < p.rows && j < p.terms ? p.a.at(i, j, z, p.inner_count) : 0.0f;
    });
    bring(b, p.b.row == 1, [&](int across, int depth) {
      const int i = k + depth, j = first_column + across;
      return i < p.terms && j < p.columns ? p.b.at(i, j, z, p.inner_count) : 0.0f;
    });
    __syncthreads();
#pragma unroll
    for (int depth = 0; depth < kDepth; ++depth) {
#pragma unroll
      for (int i = 0; i < kSide; ++i) {
#pragma unroll
        for (int j = 0; j < kSide; ++j) {
          sums[i][j] +=
              a[depth][own_row + i * (kTile / kSide)] * b[depth][own_column + j * (kTile / kSide)];
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < kSide; ++i) {
#pragma unroll
    for (int j = 0; j < kSide; ++j) {
      const int row = first_row + own_row + i * (kTile / kSide),
                column = first_column + own_column + j * (kTile / kSide);
      if (row >= p.rows || column >= p.columns) continue;
      float& to = p.c.at(row, column, z, p.inner_count);
      float value = p.scale * sums[i][j];
      if (p.bias != nullptr) value += p.bias[column];
      if (p.plus != nullptr) value += p.plus[&to - p.c.data];
      to = value;
    }
  }
}

inline void multiply(const Product& p, int count) {
  const dim3 grid(workload::blocks_for(p.columns, kTile), workload::blocks_for(p.rows, kTile),
                  count);
  product<<<grid, kProductThreads>>>(p);
  CHECK(cudaGetLastError());
}

/// A matrix whose rows lie one after the other; `width`: from a row to the next.
template <typename T>
Matrices<T> rows_of(T* data, int width) {
  return {data, width, 1, 0, 0};
}
template <typename T>
Matrices<T> transposed(Matrices<T> matrices) {
  return {matrices.data, matrices.column, matrices.row, matrices.outer, matrices.inner};
}

/// out = in W' + bias + plus, with a row of W for each output.
inline void linear(const float* in, const float* weight, const float* bias, const float* plus,
                   float* out, int rows, int ins, int outs) {
  multiply({rows_of(in, ins), transposed(rows_of(weight, ins)), rows_of(out, outs), bias, plus, 1,
            rows, outs, ins, 1},
           1);
}

/// The gradients of linear(): of what came in, and of the weight. `plus` is added to the latter.
inline void linear_backward(const float* in, const float* weight, const float* d_out, float* d_in,
                            float* d_weight, const float* plus, int rows, int ins, int outs) {
  multiply({rows_of(d_out, outs), rows_of(weight, ins), rows_of(d_in, ins), nullptr, nullptr, 1,
            rows, ins, outs, 1},
           1);
  multiply({transposed(rows_of(d_out, outs)), rows_of(in, ins), rows_of(d_weight, ins), nullptr,
            plus, 1, outs, ins, rows, 1},
           1);
}

}  // namespace transformer
