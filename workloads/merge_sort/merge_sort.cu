// Merge sort of keys with values. Tiles of 1024 are sorted in shared memory; then runs are merged
// by twos, in three kernels. Every 128th key of a run is a sample: `rank_samples` finds its place
// in the other run, `merge_ranks` puts the places of both runs' samples in order as limits of
// intervals, and `merge_intervals` merges an interval, at most 128 keys of each run, in a block,
// whose threads find by binary search where their keys belong. Stands for mergeSort of the CUDA
// SDK.
//   merge_sort [keys = 65536]        (a power of two from 2048)
#include <algorithm>
#include <utility>

#include "../common/workload.cuh"

constexpr int kTile = 1024;
constexpr int kSample =
    128;  ///< keys from a sample to the next, and threads that merge an interval
constexpr int kRankThreads = 256;

/// Keys and their values.
struct Pairs {
  unsigned *keys, *values;
};

/// How many of `count` sorted keys are less than `key`, or (`kOrEqual`) not greater. `most` is a
/// power of two, not less than `count`: the search takes as many steps for every key.
template <bool kOrEqual, typename T>
__device__ int rank_in(const T* keys, T key, int count, int most) {
  int rank = 0;
  for (int step = most; step > 0; step /= 2) {
    const int end = min(rank + step, count);
    if (end == rank) continue;
    if (kOrEqual ? keys[end - 1] <= key : keys[end - 1] < key) rank = end;
  }
  return rank;
}

__global__ void sort_tiles(Pairs from, Pairs to) {
  __shared__ unsigned keys[kTile], values[kTile];
  const int thread = threadIdx.x, first = blockIdx.x * kTile;
  for (int i = thread; i < kTile; i += kTile / 2) {
    keys[i] = from.keys[first + i];
    values[i] = from.values[first + i];
  }
  for (int run = 1; run < kTile; run *= 2) {
    const int lane = thread % run, pair = 2 * (thread - lane);
    unsigned *const a = keys + pair, *const b = a + run;
    __syncthreads();
    const unsigned key_a = a[lane], value_a = values[pair + lane];
    const unsigned key_b = b[lane], value_b = values[pair + run + lane];
    const int place_a = pair + lane + rank_in<false>(b, key_a, run, run);
    const int place_b = pair + lane + rank_in<true>(a, key_b, run, run);
    __syncthreads();
    keys[place_a] = key_a;
    values[place_a] = value_a;
    keys[place_b] = key_b;
    values[place_b] = value_b;
  }
  __syncthreads();
  for (int i = thread; i < kTile; i += kTile / 2) {
    to.keys[first + i] = keys[i];
    to.values[first + i] = values[i];
  }
}

/// The places of each sample of run a in run b of its pair, and of each of b in a. A key of a goes
/// before an equal one of b.
__global__ void rank_samples(const unsigned* keys, int* ranks_in_a, int* ranks_in_b, int run,
                             int samples) {
  const int sample = blockIdx.x * blockDim.x + threadIdx.x;
  if (sample >= samples) return;
  const int per_run = run / kSample;
  const int pair = sample / per_run, own = sample % per_run * kSample;
  const unsigned *const a = keys + pair * 2 * run, *const b = a + run;
  ranks_in_b[sample] = rank_in<false>(b, a[own], run, run);
  ranks_in_a[sample] = rank_in<true>(a, b[own], run, run);
}

/// Where in one run of each pair the intervals start: at its own samples, and at the ranks of the
/// other run's. Of equal places the other run's is the first.
__global__ void merge_ranks(const int* ranks, int* limits, int per_run, int samples) {
  const int sample = blockIdx.x * blockDim.x + threadIdx.x;
  if (sample >= samples) return;
  const int index = sample % per_run, first = sample - index;
  const int own = index * kSample, other = ranks[sample];
  const int others_before = rank_in<true>(ranks + first, own, per_run, per_run);
  const int own_before = (other + kSample - 1) / kSample;
  limits[2 * first + index + others_before] = own;
  limits[2 * first + index + own_before] = other;
}

/// Merges one interval of a pair of runs.
__global__ void merge_intervals(Pairs from, Pairs to, const int* limits_a, const int* limits_b,
                                int run) {
  __shared__ unsigned keys[2 * kSample], values[2 * kSample];
  const int thread = threadIdx.x, interval = blockIdx.x;
  const int per_pair = 2 * run / kSample;
  const bool last = interval % per_pair == per_pair - 1;
  const int pair = interval / per_pair * 2 * run;
  const int first_a = limits_a[interval], first_b = limits_b[interval];
  const int count_a = (last ? run : limits_a[interval + 1]) - first_a;
  const int count_b = (last ? run : limits_b[interval + 1]) - first_b;
  unsigned key_a = 0, key_b = 0, value_a = 0, value_b = 0;
  if (thread < count_a) {
    keys[thread] = key_a = from.keys[pair + first_a + thread];
    value_a = from.values[pair + first_a + thread];
  }
  if (thread < count_b) {
    keys[kSample + thread] = key_b = from.keys[pair + run + first_b + thread];
    value_b = from.values[pair + run + first_b + thread];
  }
  __syncthreads();
  int place_a = 0, place_b = 0;
  if (thread < count_a) {
    place_a = thread + rank_in<false>(keys + kSample, key_a, count_b, kSample);
  }
  if (thread < count_b) place_b = thread + rank_in<true>(keys, key_b, count_a, kSample);
  __syncthreads();
  if (thread < count_a) {
    keys[place_a] = key_a;
    values[place_a] = value_a;
  }
  if (thread < count_b) {
    keys[place_b] = key_b;
    values[place_b] = value_b;
  }
  __syncthreads();
  const int result = pair + first_a + first_b;
  for (int i = thread; i < count_a + count_b; i += kSample) {
    to.keys[result + i] = keys[i];
    to.values[result + i] = values[i];
  }
}

/// Sorts `keys` and, with them, `values`.
void sort_on_device(std::vector<unsigned>& keys, std::vector<unsigned>& values) {
  const int count = static_cast<int>(keys.size()), samples = count / (2 * kSample);
  workload::DeviceArray<unsigned> device_keys(keys), other_keys(count);
  workload::DeviceArray<unsigned> device_values(values), other_values(count);
  workload::DeviceArray<int> ranks_in_a(samples), ranks_in_b(samples);
  workload::DeviceArray<int> limits_a(2 * samples), limits_b(2 * samples);
  Pairs sorted{other_keys.data(), other_values.data()};
  Pairs spare{device_keys.data(), device_values.data()};
  sort_tiles<<<count / kTile, kTile / 2>>>(spare, sorted);
  const int blocks = workload::blocks_for(samples, kRankThreads);
  for (int run = kTile; run < count; run *= 2) {
    rank_samples<<<blocks, kRankThreads>>>(sorted.keys, ranks_in_a.data(), ranks_in_b.data(), run,
                                           samples);
    merge_ranks<<<blocks, kRankThreads>>>(ranks_in_a.data(), limits_a.data(), run / kSample,
                                          samples);
    merge_ranks<<<blocks, kRankThreads>>>(ranks_in_b.data(), limits_b.data(), run / kSample,
                                          samples);
    merge_intervals<<<count / kSample, kSample>>>(sorted, spare, limits_a.data(), limits_b.data(),
                                                  run);
    CHECK(cudaGetLastError());
    std::swap(sorted, spare);
  }
  const bool in_other = sorted.keys == other_keys.data();
  keys = (in_other ? other_keys : device_keys).to_host();
  values = (in_other ? other_values : device_values).to_host();
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 65536);
  workload::require(count >= 2 * kTile && (count & (count - 1)) == 0 && count <= 1 << 26,
                    "merge_sort", "the keys must be a power of two from 2048 to 2^26");
  workload::Random random(1);
  std::vector<unsigned> keys(count), values(count);
  std::vector<std::pair<unsigned, unsigned>> expected(count);
  for (int i = 0; i < count; ++i) {
    keys[i] = random.below(65536);
    values[i] = i;
    expected[i] = {keys[i], values[i]};
  }
  sort_on_device(keys, values);
  // Equal keys stay in order, which is that of their values.
  std::sort(expected.begin(), expected.end());
  std::size_t wrong = 0;
  for (int i = 0; i < count; ++i) wrong += expected[i] != std::pair(keys[i], values[i]);
  return workload::verdict("merge_sort", wrong);
}
