// Radix sort of keys, four bits a pass from the lowest. `sort_tiles` sorts 1024 keys by their digit
// in shared memory, bit by bit, with ballots and barriers, and counts how many have each digit;
// `add_up_counts` turns the counts of all tiles into places, in one block; `scatter_keys` moves
// each key, in runs of equal digits. Stands for radixSort of the CUDA SDK, with blocks of 512
// threads and 4 KiB of keys in shared memory, as WarpMan's study has it.
//   radix_sort [keys = 65536]        (a multiple of 1024)
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kThreads = 512;
constexpr int kTile = 2 * kThreads;  ///< keys of a block
constexpr int kWarp = 32;
constexpr int kWarps = kThreads / kWarp;
constexpr int kDigitBits = 4, kDigits = 1 << kDigitBits;
constexpr int kKeyBits = 32;

/// The two keys of a thread. Those of a warp are 64 neighbours: first keys, then second ones.
struct TwoKeys {
  unsigned first, second;
};

/// Moves keys with a zero in bit `bit` before those with a one, each in their order: returns the
/// keys that then are in this thread's places.
__device__ TwoKeys split_by_bit(TwoKeys own, int bit, unsigned* keys, int* warp_zeros) {
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const bool zero_first = (own.first >> bit & 1) == 0, zero_second = (own.second >> bit & 1) == 0;
  const unsigned zeros_first = __ballot_sync(~0u, zero_first);
  const unsigned zeros_second = __ballot_sync(~0u, zero_second);
  if (lane == 0) warp_zeros[warp] = __popc(zeros_first) + __popc(zeros_second);
  __syncthreads();

  int zeros_before = 0, zeros = 0;
  for (int i = 0; i < kWarps; ++i) {
    if (i == warp) zeros_before = zeros;
    zeros += warp_zeros[i];
  }
  const unsigned lower_lanes = (1u << lane) - 1;
  const int index = warp * 2 * kWarp + lane;
  const int before_first = zeros_before + __popc(zeros_first & lower_lanes);
  const int before_second = zeros_before + __popc(zeros_first) + __popc(zeros_second & lower_lanes);
  keys[zero_first ? before_first : zeros + index - before_first] = own.first;
  keys[zero_second ? before_second : zeros + index + kWarp - before_second] = own.second;
  __syncthreads();
  return {keys[index], keys[index + kWarp]};
}

/// Sorts a tile by its digit at bit `low`; counts lie digit by digit, tile by tile.
__global__ void sort_tiles(const unsigned* from, unsigned* to, int* counts, int low) {
  __shared__ unsigned keys[kTile];
  __shared__ int warp_zeros[kWarps];
  __shared__ int ends[kDigits];  ///< of the digits, in the sorted tile
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int index = warp * 2 * kWarp + lane, first = blockIdx.x * kTile;
  TwoKeys own = {from[first + index], from[first + index + kWarp]};
  for (int bit = low; bit < low + kDigitBits; ++bit) {
    own = split_by_bit(own, bit, keys, warp_zeros);
  }
  to[first + index] = own.first;
  to[first + index + kWarp] = own.second;

  // A thread whose digits end between its key and the next marks their ends.
  for (int i = threadIdx.x; i < kTile; i += kThreads) {
    const int digit = keys[i] >> low & (kDigits - 1);
    const int next = i + 1 < kTile ? keys[i + 1] >> low & (kDigits - 1) : kDigits;
    for (int ended = digit; ended < next; ++ended) ends[ended] = i + 1;
    if (i == 0) {
      for (int absent = 0; absent < digit; ++absent) ends[absent] = 0;
    }
  }
  __syncthreads();
  if (threadIdx.x < kDigits) {
    const int digit = threadIdx.x;
    counts[digit * gridDim.x + blockIdx.x] = ends[digit] - (digit > 0 ? ends[digit - 1] : 0);
  }
}

/// Replaces each count by the sum of those before it: a block of 512 goes along all of them.
__global__ void add_up_counts(int* counts, int count) {
  __shared__ int sums[kThreads];
  const int thread = threadIdx.x;
  int before = 0;
  for (int first = 0; first < count; first += kThreads) {
    const int own = first + thread < count ? counts[first + thread] : 0;
    sums[thread] = own;
    __syncthreads();
    for (int distance = 1; distance < kThreads; distance *= 2) {
      const int other = thread >= distance ? sums[thread - distance] : 0;
      __syncthreads();
      sums[thread] += other;
      __syncthreads();
    }
    if (first + thread < count) counts[first + thread] = before + sums[thread] - own;
    before += sums[kThreads - 1];
    __syncthreads();
  }
}

/// `places` are those of each digit's first key of each tile.
__global__ void scatter_keys(const unsigned* from, unsigned* to, const int* places, int low) {
  __shared__ unsigned keys[kTile];
  __shared__ int shifts[kDigits];  ///< from the place in the tile to that in `to`
  const int first = blockIdx.x * kTile;
  for (int i = threadIdx.x; i < kTile; i += kThreads) keys[i] = from[first + i];
  __syncthreads();
  for (int i = threadIdx.x; i < kTile; i += kThreads) {
    const int digit = keys[i] >> low & (kDigits - 1);
    const bool starts = i == 0 || (keys[i - 1] >> low & (kDigits - 1)) != digit;
    if (starts) shifts[digit] = places[digit * gridDim.x + blockIdx.x] - i;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kTile; i += kThreads) {
    to[shifts[keys[i] >> low & (kDigits - 1)] + i] = keys[i];
  }
}

std::vector<unsigned> sort_on_device(const std::vector<unsigned>& keys) {
  const int tiles = static_cast<int>(keys.size()) / kTile;
  workload::DeviceArray<unsigned> sorted(keys), tile_sorted(keys.size());
  workload::DeviceArray<int> counts(static_cast<std::size_t>(tiles) * kDigits);
  for (int low = 0; low < kKeyBits; low += kDigitBits) {
    sort_tiles<<<tiles, kThreads>>>(sorted.data(), tile_sorted.data(), counts.data(), low);
    add_up_counts<<<1, kThreads>>>(counts.data(), tiles * kDigits);
    scatter_keys<<<tiles, kThreads>>>(tile_sorted.data(), sorted.data(), counts.data(), low);
    CHECK(cudaGetLastError());
  }
  return sorted.to_host();
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 65536);
  workload::require(count % kTile == 0, "radix_sort", "the keys must be a multiple of 1024");
  workload::require(count <= 1 << 26, "radix_sort", "there can be at most 2^26 keys");
  workload::Random random(1);
  std::vector<unsigned> keys(count);
  for (unsigned& key : keys) key = random.bits() << 16 ^ random.bits();
  const std::vector<unsigned> sorted = sort_on_device(keys);
  std::sort(keys.begin(), keys.end());
  return workload::verdict("radix_sort", workload::count_different(sorted, keys));
}
