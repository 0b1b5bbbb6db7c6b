// The product of matrices: C = alpha op(A) op(B) + beta C, for one matrix or many. A block computes
// a tile of C from slices of A and B in shared memory; each thread holds a part of the tile in
// registers. While a slice is used, the next one is on its way from global memory.
#pragma once

#include "cublas/gemm/gemm.h"

namespace heddle_blas {

/// Sizes of a block's tile of C and of a thread's part; kDepth: columns of A in a slice.
template <int kRows, int kColumns, int kDepth, int kThreadRows, int kThreadColumns>
struct Tile {
  static constexpr int kM = kRows, kN = kColumns, kK = kDepth;
  static constexpr int kPartM = kThreadRows, kPartN = kThreadColumns;
  static constexpr int kThreadsM = kM / kPartM, kThreadsN = kN / kPartN;
  static constexpr int kThreads = kThreadsM * kThreadsN;
};

/// Elements of 16 bytes, which a thread reads from shared memory at once.
template <typename Acc>
constexpr int kChunk = 16 / sizeof(Acc);

/// Takes slices of one operand from global to shared memory. x counts along the side of C.
template <typename In, typename Acc, int kX, int kK, int kThreads>
struct SliceLoader {
  static constexpr int kPitch = kX + kChunk<Acc>;
  static constexpr int kOwn = kX * kK / kThreads;
  static_assert(kThreads % kX == 0 && kThreads % kK == 0 && kOwn >= 1);

  const In* from;
  long long step, advance;  ///< elements to the thread's next element, to the next slice
  int x, k, step_x, step_k, to, step_to;
  bool is_inside, conjugates;
  In held[kOwn];

  __device__ SliceLoader(const Operand<In>& operand, const In* base, int first_x, int extent) {
    const int t = threadIdx.x;
    const bool along_x = operand.step_x == 1;
    x = along_x ? t % kX : t / kK;
    k = along_x ? t / kX : t % kK;
    step_x = along_x ? 0 : kThreads / kK;
    step_k = along_x ? kThreads / kX : 0;
    to = k * kPitch + x;
    step_to = step_k * kPitch + step_x;
    x += first_x;
    from = base + x * operand.step_x + k * operand.step_k;
    step = step_x * operand.step_x + step_k * operand.step_k;
    advance = kK * operand.step_k;
    is_inside = first_x + kX <= extent;
    conjugates = operand.conjugates;
  }

  /// Starts the loads of a slice, of which `left` columns exist.
  __device__ void load(int extent, int left) {
    if (is_inside && left >= kK) {
#pragma unroll
      for (int i = 0; i < kOwn; ++i) held[i] = from[i * step];
    } else {
#pragma unroll
      for (int i = 0; i < kOwn; ++i) {
        const bool exists = x + i * step_x < extent && k + i * step_k < left;
        held[i] = exists ? from[i * step] : In(0);
      }
    }
    from += advance;
  }

  __device__ void store(Acc* slice) const {
#pragma unroll
    for (int i = 0; i < kOwn; ++i) {
      Acc value = as<Acc>(held[i]);
      if constexpr (kIsComplex<Acc>) value = conjugate_if(conjugates, value);
      slice[to + i * step_to] = value;
    }
  }
};

/// The place in the tile of the i-th row or column of a thread's part. A part consists of chunks,
/// so that neighbouring threads read neighbouring chunks.
template <typename Acc, int kThreadsAlong>
__device__ inline int place_of(int i, int thread) {
  constexpr int kWidth = kChunk<Acc>;
  return (i / kWidth * kThreadsAlong + thread) * kWidth + i % kWidth;
}

template <typename Acc, int kThreadsAlong, int kPart>
__device__ inline void read_part(Acc (&part)[kPart], const Acc* column, int thread) {
  struct alignas(16) Chunk {
    Acc values[kChunk<Acc>];
  };
#pragma unroll
  for (int i = 0; i < kPart; i += kChunk<Acc>) {
    const Chunk chunk =
        *reinterpret_cast<const Chunk*>(column + place_of<Acc, kThreadsAlong>(i, thread));
#pragma unroll
    for (int j = 0; j < kChunk<Acc>; ++j) part[i + j] = chunk.values[j];
  }
}

/// Whether an element of C is computed.
__device__ inline bool is_wanted(Region region, int row, int column) {
  return region == Region::kFull || (region == Region::kLower ? row >= column : row <= column);
}

template <typename Out, typename Acc>
__device__ inline void store_element(Out* place, Acc alpha, Acc sum, Acc beta, bool is_real) {
  Acc value = alpha * sum;
  if (!(beta == Acc(0))) value = value + beta * as<Acc>(*place);
  if constexpr (kIsComplex<Acc>)
    if (is_real) value.y = 0;
  *place = as<Out>(value);
}

template <typename In, typename Out, typename Acc, typename Shape>
__global__ __launch_bounds__(Shape::kThreads) void gemm(GemmCall<In, Out, Acc> call) {
  using LoaderA = SliceLoader<In, Acc, Shape::kM, Shape::kK, Shape::kThreads>;
  using LoaderB = SliceLoader<In, Acc, Shape::kN, Shape::kK, Shape::kThreads>;
  constexpr int kSliceA = Shape::kK * LoaderA::kPitch, kSliceB = Shape::kK * LoaderB::kPitch;
  __shared__ alignas(16) unsigned char memory_a[2 * kSliceA * sizeof(Acc)];
  __shared__ alignas(16) unsigned char memory_b[2 * kSliceB * sizeof(Acc)];
  Acc* const slices_a = reinterpret_cast<Acc*>(memory_a);
  Acc* const slices_b = reinterpret_cast<Acc*>(memory_b);

  const int row = blockIdx.x * Shape::kM, column = blockIdx.y * Shape::kN;
  if (call.region == Region::kLower && row + Shape::kM <= column) return;
  if (call.region == Region::kUpper && column + Shape::kN <= row) return;
  const Acc alpha = call.alpha.get(), beta = call.beta.get();
  int left = alpha == Acc(0) ? 0 : call.k;

  LoaderA a(call.a, call.a.matrices.at(blockIdx.z), row, call.m);
  LoaderB b(call.b, call.b.matrices.at(blockIdx.z), column, call.n);
  const int thread_m = threadIdx.x % Shape::kThreadsM, thread_n = threadIdx.x / Shape::kThreadsM;
  Acc sums[Shape::kPartN][Shape::kPartM] = {};

  a.load(call.m, left);
  b.load(call.n, left);
  a.store(slices_a);
  b.store(slices_b);
  __syncthreads();
  for (int current = 0; left > 0; current ^= 1) {
    left -= Shape::kK;
    if (left > 0) {
      a.load(call.m, left);
      b.load(call.n, left);
    }
    const Acc* const slice_a = slices_a + current * kSliceA;
    const Acc* const slice_b = slices_b + current * kSliceB;
#pragma unroll 2  // the loop stays within a small instruction cache
    for (int k = 0; k < Shape::kK; ++k) {
      Acc of_a[Shape::kPartM], of_b[Shape::kPartN];
      read_part<Acc, Shape::kThreadsM>(of_a, slice_a + k * LoaderA::kPitch, thread_m);
      read_part<Acc, Shape::kThreadsN>(of_b, slice_b + k * LoaderB::kPitch, thread_n);
#pragma unroll
      for (int j = 0; j < Shape::kPartN; ++j)
#pragma unroll
        for (int i = 0; i < Shape::kPartM; ++i)
          sums[j][i] = multiply_add(of_a[i], of_b[j], sums[j][i]);
    }
    if (left <= 0) break;
    a.store(slices_a + (current ^ 1) * kSliceA);
    b.store(slices_b + (current ^ 1) * kSliceB);
    __syncthreads();
  }

  Out* const c = call.c.at(blockIdx.z);
#pragma unroll
  for (int j = 0; j < Shape::kPartN; ++j) {
    const int at_column = column + place_of<Acc, Shape::kThreadsN>(j, thread_n);
#pragma unroll
    for (int i = 0; i < Shape::kPartM; ++i) {
      const int at_row = row + place_of<Acc, Shape::kThreadsM>(i, thread_m);
      if (at_row < call.m && at_column < call.n && is_wanted(call.region, at_row, at_column)) {
        store_element(c + at_row + at_column * call.ldc, alpha, sums[j][i], beta,
                      call.has_real_diagonal && at_row == at_column);
      }
    }
  }
}

template <typename Shape, typename In, typename Out, typename Acc>
cublasStatus_t launch_gemm(cublasContext& context, GemmCall<In, Out, Acc> call, int count) {
  constexpr int kMost = 65535;  ///< layers of a grid
  for (int first = 0; first < count; first += kMost) {
    const int layers = count - first < kMost ? count - first : kMost;
    const dim3 grid(blocks_for(call.m, Shape::kM), blocks_for(call.n, Shape::kN), layers);
    const cublasStatus_t status =
        launch(context, gemm<In, Out, Acc, Shape>, grid, dim3(Shape::kThreads), call);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    call.a.matrices.move(layers);
    call.b.matrices.move(layers);
    call.c.move(layers);
  }
  return CUBLAS_STATUS_SUCCESS;
}

/// The tiles for a type, from large to small.
template <typename Acc>
struct Tiles {
  using Large = Tile<64, 64, 8, 4, 4>;
  using Middle = Large;
  using Small = Tile<16, 16, 8, 2, 2>;
};
template <>
struct Tiles<float> {
  using Large = Tile<128, 128, 8, 8, 8>;
  using Middle = Tile<64, 64, 8, 8, 4>;
  using Small = Tile<32, 32, 8, 4, 4>;
};
template <>
struct Tiles<int> {
  using Large = Tile<64, 64, 8, 8, 4>;
  using Middle = Large;
  using Small = Tile<32, 32, 8, 4, 4>;
};
template <>
struct Tiles<double> {
  using Large = Tile<64, 64, 8, 8, 4>;
  using Middle = Large;
  using Small = Tile<32, 32, 8, 4, 2>;
};

/// Whether tiles of this shape give every SM a block.
template <typename Shape>
bool fill_the_device(const cublasContext& context, int m, int n, int count) {
  const long long blocks =
      static_cast<long long>(blocks_for(m, Shape::kM)) * blocks_for(n, Shape::kN) * count;
  return blocks >= context.sms;
}

/// Whether an SM has registers for the large tiles, whose 256 threads need more than 128 each.
inline bool has_many_registers() {
  int device = 0, registers = 0;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&registers, cudaDevAttrMaxRegistersPerMultiprocessor, device) ==
             cudaSuccess &&
         registers >= 65536;
}

template <typename In, typename Out, typename Acc>
cublasStatus_t run_gemm(cublasContext& context, const GemmCall<In, Out, Acc>& call, int count) {
  if (call.m == 0 || call.n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  if ((call.k == 0 || is_known(call.alpha, Acc(0))) && is_known(call.beta, Acc(1)))
    return CUBLAS_STATUS_SUCCESS;
  using Shapes = Tiles<Acc>;
  if (has_many_registers() &&
      fill_the_device<typename Shapes::Large>(context, call.m, call.n, count))
    return launch_gemm<typename Shapes::Large>(context, call, count);
  if (fill_the_device<typename Shapes::Middle>(context, call.m, call.n, count))
    return launch_gemm<typename Shapes::Middle>(context, call, count);
  return launch_gemm<typename Shapes::Small>(context, call, count);
}

}  // namespace heddle_blas
