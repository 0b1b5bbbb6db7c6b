// Attention in one kernel: for each head, O = softmax(Q K^T / 8) V, with 64 elements a head, in
// half precision with sums in single precision, on the matrix unit. A block of 4 warps computes 64
// rows of O, a warp 16. It takes the keys and values 64 at a time through two stages of shared
// memory, to which asynchronous copies bring them, keeps for each row the greatest score and the
// sum of the exponentials so far, and scales what it has when a greater score comes.
//   attention [heads = 2] [length = 128] [form = 1]     length: a multiple of 64, at most 8192; at
//   most 2^24 elements
// Form 1: a row sees all keys; form 2: those up to its own (causal).
// It stands for the forward pass of FlashAttention-2 (Dao 2023).
#include "../common/matrix_unit.cuh"

constexpr int kHead = 64, kTile = 64, kWarps = 4, kThreads = 32 * kWarps;
constexpr int kLineBytes = 2 * kHead, kPieces = kLineBytes / 16, kTileBytes = kTile * kLineBytes;
constexpr int kColumns = kTile / 8;  // matrices of 8 columns across a tile
static_assert(kHead == kTile);
constexpr int kSlices = kHead / 16;             // of 16 terms
constexpr float kScale = 0.125f * 1.44269504f;  // 1 / sqrt(kHead), for powers of two

/// Where a piece of 16 bytes of a line lies in its tile: eight lines lie in different banks.
__device__ int place_of(int line, int piece) {
  return line * kLineBytes + (piece ^ line % kPieces) * 16;
}

/// The bits that a place changes with the next two pieces of its line, `times` over.
__device__ int further(int times) { return 2 * times * 16; }

/// Begins to copy 64 lines, which lie one after the other.
__device__ void copy_tile(std::uint32_t to, const __half* from) {
#pragma unroll
  for (int i = threadIdx.x; i < kTile * kPieces; i += kThreads) {
    workload::copy_16_bytes(to + place_of(i / kPieces, i % kPieces),
                            reinterpret_cast<const char*>(from) + i * 16);
  }
}

__device__ std::uint32_t pair_of(float first, float second) {
  std::uint32_t pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
  return pair;
}

/// To within 2^-22 of itself; 0 below 2^-126.
__device__ float power_of_two(float exponent) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(exponent));
  return power;
}

/// Over the four threads that hold a row.
template <typename Combine>
__device__ float over_row(float value, Combine combine) {
  value = combine(value, __shfl_xor_sync(0xffffffffu, value, 1));
  return combine(value, __shfl_xor_sync(0xffffffffu, value, 2));
}

using Rows = float[kColumns][4];  // 16 rows of 64 elements of a warp: a thread has parts of rows
                                  // lane / 4 and lane / 4 + 8

/// The other operands of a slice: 16 terms by 64 columns.
using Slice = std::uint32_t[kColumns / 2][4];

/// Multiplies 16 rows by a tile, a slice after the other; load(slice, to) brings one, and
/// rows(slice) has that of the rows.
template <typename Load, typename RowsOf>
__device__ __forceinline__ void multiply_tile(Rows& sums, Load load, RowsOf rows) {
  Slice slices[2];
  load(0, slices[0]);
#pragma unroll
  for (int slice = 0; slice < kSlices; ++slice) {
    if (slice + 1 < kSlices) load(slice + 1, slices[(slice + 1) % 2]);
    std::uint32_t a[4];
    rows(slice, a);
#pragma unroll
    for (int column = 0; column < kColumns; ++column) {
      const auto& b = slices[slice % 2][column / 2];
      workload::multiply_add(sums[column], a, b[column % 2 * 2], b[column % 2 * 2 + 1]);
    }
  }
}

/// The scores of 16 rows with the 64 keys of a tile.
__device__ __forceinline__ void multiply_keys(Rows& scores,
                                              const std::uint32_t (&queries)[kSlices][4],
                                              std::uint32_t keys) {
  const int lane = threadIdx.x % 32;
  const std::uint32_t first = keys + place_of(lane / 16 * 8 + lane % 8, lane / 8 % 2);
  const auto load = [&](int slice, Slice& to) {
#pragma unroll
    for (int i = 0; i < kColumns / 2; ++i) {
      workload::load_matrices(to[i], (first ^ further(slice)) + 16 * i * kLineBytes);
    }
  };
  multiply_tile(scores, load, [&](int slice, std::uint32_t(&a)[4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i) a[i] = queries[slice][i];
  });
}

/// Adds the values of a tile, weighted by the probabilities of its keys.
__device__ __forceinline__ void multiply_values(Rows& sums, const Rows& weights,
                                                std::uint32_t values) {
  const int lane = threadIdx.x % 32;
  const std::uint32_t first = values + place_of(lane % 16, lane / 16);
  const auto load = [&](int slice, Slice& to) {
#pragma unroll
    for (int i = 0; i < kColumns / 2; ++i) {
      workload::load_transposed(to[i], (first ^ further(i)) + 16 * slice * kLineBytes);
    }
  };
  multiply_tile(sums, load, [&](int slice, std::uint32_t(&a)[4]) {
    const auto &left = weights[2 * slice], &right = weights[2 * slice + 1];
    a[0] = pair_of(left[0], left[1]);
    a[1] = pair_of(left[2], left[3]);
    a[2] = pair_of(right[0], right[1]);
    a[3] = pair_of(right[2], right[3]);
  });
}

/// What a warp keeps for its 16 rows; a thread has two of them.
struct Progress {
  Rows sums = {};
  float greatest[2] = {-INFINITY, -INFINITY},
        total[2] = {0, 0};  // total: of this thread's exponentials

  /// Turns scores to exponentials over the greatest so far, and scales what there is.
  __device__ __forceinline__ void weigh(Rows& scores) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float most = greatest[half];
#pragma unroll
      for (int i = 0; i < kColumns; ++i)
        most = fmaxf(most, fmaxf(scores[i][2 * half], scores[i][2 * half + 1]));
      most = over_row(most, [](float a, float b) { return fmaxf(a, b); });
      const float factor = power_of_two((greatest[half] - most) * kScale), shift = -most * kScale;
      greatest[half] = most;
      total[half] *= factor;
#pragma unroll
      for (int i = 0; i < kColumns; ++i) {
#pragma unroll
        for (int j = 2 * half; j < 2 * half + 2; ++j) {
          scores[i][j] = power_of_two(scores[i][j] * kScale + shift);
          total[half] += scores[i][j];
          sums[i][j] *= factor;
        }
      }
    }
  }
};

/// Removes the keys after a row's own. `row`: the thread's first; `key`: the first of the tile.
__device__ __forceinline__ void mask(Rows& scores, int row, int key) {
  key += threadIdx.x % 4 * 2;
#pragma unroll
  for (int i = 0; i < kColumns; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      if (key + 8 * i + j % 2 > row + j / 2 * 8) scores[i][j] = -INFINITY;
    }
  }
}

__global__ void __launch_bounds__(kThreads)
    attention(const __half* q, const __half* k, const __half* v, __half* o, int length,
              bool causal) {
  __shared__ __align__(
      128) unsigned char tiles[5 * kTileBytes];  // queries, and keys and values of two stages
  const std::uint32_t queries_at = workload::shared_address(tiles),
                      stages = queries_at + kTileBytes;
  const std::size_t head = static_cast<std::size_t>(blockIdx.y) * length * kHead;
  const int lane = threadIdx.x % 32, warp_row = threadIdx.x / 32 * 16;
  const int tile_count = causal ? blockIdx.x + 1 : length / kTile;
  const auto copy_stage = [&](int tile) {
    if (tile < tile_count) {
      const std::size_t from = head + static_cast<std::size_t>(tile) * kTile * kHead;
      copy_tile(stages + tile % 2 * 2 * kTileBytes, k + from);
      copy_tile(stages + tile % 2 * 2 * kTileBytes + kTileBytes, v + from);
    }
    workload::commit_copies();
  };
  copy_tile(queries_at, q + head + static_cast<std::size_t>(blockIdx.x) * kTile * kHead);
  copy_stage(0);
  copy_stage(1);
  workload::wait_for_copies<1>();
  __syncthreads();
  std::uint32_t queries[kSlices][4];
#pragma unroll
  for (int slice = 0; slice < kSlices; ++slice) {
    workload::load_matrices(queries[slice],
                            queries_at + place_of(warp_row + lane % 16, 2 * slice + lane / 16));
  }
  Progress progress;
  const int row = blockIdx.x * kTile + warp_row + lane / 4;
  for (int tile = 0; tile < tile_count; ++tile) {
    const std::uint32_t keys = stages + tile % 2 * 2 * kTileBytes;
    Rows scores = {};
    multiply_keys(scores, queries, keys);
    if (causal && tile + 1 == tile_count) mask(scores, row, tile * kTile);
    progress.weigh(scores);
    multiply_values(progress.sums, scores, keys + kTileBytes);
    __syncthreads();  // all warps have read this stage
    copy_stage(tile + 2);
    workload::wait_for_copies<1>();
    __syncthreads();  // the next stage is complete
  }
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const float factor = 1 / over_row(progress.total[half], [](float a, float b) { return a + b; });
    __half2* const to =
        reinterpret_cast<__half2*>(o + head + static_cast<std::size_t>(row + 8 * half) * kHead);
#pragma unroll
    for (int i = 0; i < kColumns; ++i) {
      to[4 * i + lane % 4] = __floats2half2_rn(progress.sums[i][2 * half] * factor,
                                               progress.sums[i][2 * half + 1] * factor);
    }
  }
}

/// O of one head, row by row.
void attention_on_host(const float* q, const float* k, const float* v, double* o, int length,
                       bool causal) {
  std::vector<double> weights(length);
  for (int row = 0; row < length; ++row) {
    const int keys = causal ? row + 1 : length;
    double greatest = -INFINITY, total = 0;
    for (int key = 0; key < keys; ++key) {
      double score = 0;
      for (int i = 0; i < kHead; ++i)
        score += static_cast<double>(q[row * kHead + i]) * k[key * kHead + i];
      weights[key] = score / 8;
      greatest = std::fmax(greatest, weights[key]);
    }
    for (int key = 0; key < keys; ++key) total += weights[key] = std::exp(weights[key] - greatest);
    for (int key = 0; key < keys; ++key) {
      for (int i = 0; i < kHead; ++i)
        o[row * kHead + i] += weights[key] / total * v[key * kHead + i];
    }
  }
}

int main(int argc, char** argv) {
  const int heads = workload::size_argument(argc, argv, 1, 2),
            length = workload::size_argument(argc, argv, 2, 128);
  const int form = workload::size_argument(argc, argv, 3, 1);
  workload::require(length % kTile == 0 && length <= 8192, "attention",
                    "the length must be a multiple of 64, at most 8192");
  workload::require(form <= 2, "attention", "the form must be 1 or 2");
  const std::size_t of_head = static_cast<std::size_t>(length) * kHead, count = heads * of_head;
  workload::require(count <= 1 << 24, "attention", "more than 2^24 elements");
  std::vector<__half> q = workload::random_sixteenths(count, 1);
  for (__half& value : q)
    value = __float2half(4 * __half2float(value));  // scores of about 1.3 in the mean square
  const std::vector<__half> k = workload::random_sixteenths(count, 2),
                            v = workload::random_sixteenths(count, 3);
  workload::DeviceArray<__half> device_q(q), device_k(k), device_v(v), device_o(count);
  attention<<<dim3(length / kTile, heads), kThreads>>>(
      device_q.data(), device_k.data(), device_v.data(), device_o.data(), length, form == 2);
  CHECK(cudaGetLastError());
  const std::vector<float> floats_q = workload::to_floats(q), floats_k = workload::to_floats(k),
                           floats_v = workload::to_floats(v);
  std::vector<double> expected(count);
  for (std::size_t at = 0; at < count; at += of_head) {
    attention_on_host(&floats_q[at], &floats_k[at], &floats_v[at], &expected[at], length,
                      form == 2);
  }
  // Values are at most 1. Each exponential rounds to half precision before it weighs a value, to
  // within 2^-11 of itself or 2^-25, and so does the result; sums and exponentials in single
  // precision add less than 2^-16.
  const double absolute = 0x1p-11 + 0x1p-16 + length * 0x1p-25, relative = 0x1p-11;
  return workload::verdict("attention", workload::count_far(workload::to_floats(device_o.to_host()),
                                                            expected, relative, absolute));
}
