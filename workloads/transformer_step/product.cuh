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
  int row, column;
  std::int64_t outer, inner;

  __device__ T* matrix(int z, int inner_count) const {
    return data + z / inner_count * outer + z % inner_count * inner;
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

/// The part of a block in an operand: elements (across, depth) of a tile that begins at `first`.
/// Beyond the last term there are zeros, and beyond the last row or column copies of it, whose
/// products nobody stores. Threads go along the index whose elements lie side by side.
class Operand {
 public:
  __device__ Operand(const float* matrix, int across, int depth, int first, int count, int terms)
      : matrix_(matrix),
        across_(across),
        depth_(depth),
        first_(first),
        count_(count),
        terms_(terms) {}

  __device__ void load(int term) {
#pragma unroll
    for (int i = 0; i < kElements; ++i) {
      const int across = min(first_ + across_of(i), count_ - 1), depth = term + depth_of(i);
      // A factor, so that all loads are on their way at once.
      values_[i] = matrix_[across * across_ + min(depth, terms_ - 1) * depth_] *
                   (depth < terms_ ? 1.0f : 0.0f);
    }
  }
  __device__ void store(float (&to)[kDepth][kTile + 1]) const {
#pragma unroll
    for (int i = 0; i < kElements; ++i) to[depth_of(i)][across_of(i)] = values_[i];
  }

 private:
  static constexpr int kElements = kTile * kDepth / kProductThreads;  // of a thread

  __device__ int number(int i) const { return i * kProductThreads + threadIdx.x; }
  __device__ int depth_of(int i) const {
    return depth_ == 1 ? number(i) % kDepth : number(i) / kTile;
  }
  __device__ int across_of(int i) const {
    return depth_ == 1 ? number(i) / kDepth : number(i) % kTile;
  }

  const float* matrix_;
  int across_, depth_, first_, count_, terms_;
  float values_[kElements];
};

__global__ void __launch_bounds__(kProductThreads) product(Product p) {
  __shared__ float a[kDepth][kTile + 1], b[kDepth][kTile + 1];
  constexpr int kApart = kTile / kSide;  // elements of a thread
  const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
  const int own_row = threadIdx.x / kApart, own_column = threadIdx.x % kApart;
  Operand rows(p.a.matrix(blockIdx.z, p.inner_count), p.a.row, p.a.column, first_row, p.rows,
               p.terms);
  Operand columns(p.b.matrix(blockIdx.z, p.inner_count), p.b.column, p.b.row, first_column,
                  p.columns, p.terms);
  float sums[kSide][kSide] = {};
  rows.load(0);
  columns.load(0);
  for (int term = 0; term < p.terms; term += kDepth) {
    rows.store(a);
    columns.store(b);
    __syncthreads();
    rows.load(term + kDepth);  // beyond the last term: zeros, which nothing uses
    columns.load(term + kDepth);
#pragma unroll 4
    for (int depth = 0; depth < kDepth; ++depth) {
#pragma unroll
      for (int i = 0; i < kSide; ++i) {
#pragma unroll
        for (int j = 0; j < kSide; ++j)
          sums[i][j] += a[depth][own_row + i * kApart] * b[depth][own_column + j * kApart];
      }
    }
    __syncthreads();
  }
  float* const c = p.c.matrix(blockIdx.z, p.inner_count);
#pragma unroll
  for (int i = 0; i < kSide; ++i) {
#pragma unroll
    for (int j = 0; j < kSide; ++j) {
      const int row = first_row + own_row + i * kApart,
                column = first_column + own_column + j * kApart;
      if (row >= p.rows || column >= p.columns) continue;
      float* const to = c + row * p.c.row + column * p.c.column;
      float value = p.scale * sums[i][j];
      if (p.bias != nullptr) value += p.bias[column];
      if (p.plus != nullptr) value += p.plus[to - p.c.data];
      *to = value;
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
