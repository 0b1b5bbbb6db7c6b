// Bitonic sort of arrays of keys with values. Steps whose distance is below 1024 run in shared
// memory, with a barrier before each; the others take a launch each. Stands for sortingNetworks of
// the CUDA SDK.
//   sorting_networks [keys = 65536] [length of an array = 16384]
//   (keys: a multiple of 1024 and of the length; length: a power of two)
#include <algorithm>
#include <utility>

#include "../common/workload.cuh"

constexpr int kTile = 1024;
constexpr int kThreads = kTile / 2;  ///< a pair of keys each
constexpr int kGlobalThreads = 256;

/// Keys and their values.
struct Pairs {
  unsigned *keys, *values;
};

/// Puts the pairs at `first` and `second` in order.
__device__ void order(Pairs pairs, int first, int second, bool up) {
  const unsigned a = pairs.keys[first], b = pairs.keys[second];
  if ((a > b) != up) return;
  pairs.keys[first] = b;
  pairs.keys[second] = a;
  const unsigned value = pairs.values[first];
  pairs.values[first] = pairs.values[second];
  pairs.values[second] = value;
}

/// Makes bitonic sequences of `size` monotonic in steps from `distance` down. A sequence rises if
/// it is the first of two that make a longer one, or if it is an array.
__device__ void merge_in_shared(Pairs tile, int size, int distance, int length) {
  const int pair = blockIdx.x * kThreads + threadIdx.x;
  const bool up = size == length || (pair & size / 2) == 0;
  for (; distance > 0; distance /= 2) {
    __syncthreads();
    const int first = 2 * threadIdx.x - (threadIdx.x & (distance - 1));
    order(tile, first, first + distance, up);
  }
}

__device__ void copy_two(Pairs from, Pairs to, int from_first, int to_first) {
  for (int i = 0; i < kTile; i += kThreads) {
    to.keys[to_first + i] = from.keys[from_first + i];
    to.values[to_first + i] = from.values[from_first + i];
  }
}

/// Sorts arrays of up to 1024, and of longer ones the tiles, every other one downwards.
__global__ void sort_tiles(Pairs from, Pairs to, int length) {
  __shared__ unsigned keys[kTile], values[kTile];
  const Pairs tile{keys, values};
  const int thread = threadIdx.x, first = blockIdx.x * kTile + thread;
  copy_two(from, tile, first, thread);
  for (int size = 2; size <= min(length, kTile); size *= 2) {
    merge_in_shared(tile, size, size / 2, length);
  }
  __syncthreads();
  copy_two(tile, to, thread, first);
}

/// One step of a distance of 1024 or more.
__global__ void merge_step(Pairs pairs, int size, int distance, int length) {
  const int pair = blockIdx.x * blockDim.x + threadIdx.x;
  const bool up = size == length || (pair & size / 2) == 0;
  const int first = 2 * pair - (pair & (distance - 1));
  order(pairs, first, first + distance, up);
}

/// The steps below that.
__global__ void merge_tiles(Pairs pairs, int size, int length) {
  __shared__ unsigned keys[kTile], values[kTile];
  const Pairs tile{keys, values};
  const int thread = threadIdx.x, first = blockIdx.x * kTile + thread;
  copy_two(pairs, tile, first, thread);
  merge_in_shared(tile, size, kTile / 2, length);
  __syncthreads();
  copy_two(tile, pairs, thread, first);
}

/// Sorts `keys` and, with them, `values`, each array by itself.
void sort_on_device(std::vector<unsigned>& keys, std::vector<unsigned>& values, int length) {
  const int count = static_cast<int>(keys.size()), tiles = count / kTile;
  workload::DeviceArray<unsigned> from_keys(keys), from_values(values);
  workload::DeviceArray<unsigned> to_keys(count), to_values(count);
  const Pairs from{from_keys.data(), from_values.data()}, to{to_keys.data(), to_values.data()};
  sort_tiles<<<tiles, kThreads>>>(from, to, length);
  CHECK(cudaGetLastError());
  for (int size = 2 * kTile; size <= length; size *= 2) {
    for (int distance = size / 2; distance >= kTile; distance /= 2) {
      merge_step<<<count / 2 / kGlobalThreads, kGlobalThreads>>>(to, size, distance, length);
    }
    merge_tiles<<<tiles, kThreads>>>(to, size, length);
    CHECK(cudaGetLastError());
  }
  keys = to_keys.to_host();
  values = to_values.to_host();
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 65536);
  const int length = workload::size_argument(argc, argv, 2, 16384);
  workload::require(length >= 2 && (length & (length - 1)) == 0, "sorting_networks",
                    "the length must be a power of two from 2");
  workload::require(count % kTile == 0 && count % length == 0 && count <= 1 << 26,
                    "sorting_networks",
                    "the keys must be a multiple of 1024 and of the length, at most 2^26");
  workload::Random random(1);
  std::vector<unsigned> keys(count), values(count);
  for (int i = 0; i < count; ++i) {
    keys[i] = random.below(65536);
    values[i] = i;
  }
  const std::vector<unsigned> unsorted = keys;
  std::vector<unsigned> expected = keys;
  for (int i = 0; i < count; i += length) {
    std::sort(expected.begin() + i, expected.begin() + i + length);
  }
  sort_on_device(keys, values, length);
  // The network does not keep equal keys in order: each value must be one that came with its key,
  // and of the same array, and none may be there twice.
  std::size_t wrong = workload::count_different(keys, expected);
  std::vector<bool> seen(count, false);
  for (int i = 0; i < count; ++i) {
    const unsigned value = values[i];
    const bool right = static_cast<int>(value) < count && !seen[value] &&
                       unsorted[value] == keys[i] && value / length == unsigned(i / length);
    wrong += !right;
    if (right) seen[value] = true;
  }
  return workload::verdict("sorting_networks", wrong);
}
