// The bucket phase of the hybrid sort: numbers go into 1024 buckets, whose limits come from a
// histogram, so that all numbers of a bucket lie before those of the next.
#pragma once

#include <algorithm>

#include "../common/texture.cuh"
#include "histogram1024.cuh"

constexpr int kBuckets = 1024;
constexpr int kBucketThreads = 128;
constexpr int kBucketWarps = kBucketThreads / kWarp;
constexpr int kBand = 128;       ///< numbers a thread takes
constexpr int kBucketBits = 10;  ///< of a place: the bucket; above it, the rank in the warp's part
constexpr int kWarpCounters = kBucketWarps * kBuckets;

/// Finds the bucket of each number and its rank among those that the warp puts there.
__global__ void count_in_buckets(cudaTextureObject_t pivots, const float* numbers, int* places,
                                 unsigned* warp_counts, int count) {
  __shared__ unsigned counters[kWarpCounters];
  for (int i = threadIdx.x; i < kWarpCounters; i += kBucketThreads) counters[i] = 0;
  __syncthreads();

  const int lane = threadIdx.x % kWarp;
  unsigned* const own = counters + threadIdx.x / kWarp * kBuckets;
  for (int i = blockIdx.x * kBucketThreads + threadIdx.x; i - lane < count;
       i += gridDim.x * kBucketThreads) {
    const float number = i < count ? numbers[i] : 0;
    int bucket = 0;
    for (int step = kBuckets / 2; step > 0; step /= 2) {
      if (tex1Dfetch<float>(pivots, bucket + step - 1) <= number) bucket += step;
    }
    const unsigned rank = add_one(&own[bucket], i < count);
    if (i < count) places[i] = rank << kBucketBits | bucket;
  }
  __syncthreads();

  for (int i = threadIdx.x; i < kWarpCounters; i += kBucketThreads) {
    warp_counts[blockIdx.x * kWarpCounters + i] = counters[i] & kCountBits;
  }
}

/// Replaces the counts of each bucket by sums of those before, a thread a bucket.
__global__ void add_up_buckets(unsigned* warp_counts, unsigned* bucket_counts, int warps) {
  const int bucket = blockIdx.x * kBucketThreads + threadIdx.x;
  unsigned sum = 0;
  for (int warp = 0; warp < warps; ++warp) {
    const unsigned own = warp_counts[warp * kBuckets + bucket];
    warp_counts[warp * kBuckets + bucket] = sum;
    sum += own;
  }
  bucket_counts[bucket] = sum;
}

/// Stores each number in its bucket.
__global__ void scatter_to_buckets(const float* numbers, const int* places, float* buckets,
                                   const unsigned* warp_firsts, const unsigned* bucket_firsts,
                                   int count) {
  __shared__ unsigned firsts[kWarpCounters];
  for (int i = threadIdx.x; i < kWarpCounters; i += kBucketThreads) {
    firsts[i] = bucket_firsts[i % kBuckets] + warp_firsts[blockIdx.x * kWarpCounters + i];
  }
  __syncthreads();

  const unsigned* const own = firsts + threadIdx.x / kWarp * kBuckets;
  for (int i = blockIdx.x * kBucketThreads + threadIdx.x; i < count;
       i += gridDim.x * kBucketThreads) {
    const int place = places[i];
    buckets[own[place % kBuckets] + (place >> kBucketBits)] = numbers[i];
  }
}

/// The numbers between the buckets, of which each shall have as many; numbers lie even in a bin.
inline std::vector<float> pivots_of(const std::vector<unsigned>& histogram, int count) {
  std::vector<float> pivots;
  double below = 0;
  for (int bin = 0; bin < kBins; ++bin) {
    const double own = histogram[bin];
    while (pivots.size() < kBuckets - 1) {
      const double wanted = (pivots.size() + 1.0) * count / kBuckets;
      if (wanted > below + own) break;
      const double part = own > 0 ? (wanted - below) / own : 0;
      pivots.push_back(static_cast<float>((bin + part) / kBins));
    }
    below += own;
  }
  pivots.resize(kBuckets - 1, 1.0f);
  return pivots;
}

/// Where the buckets lie: they start at multiples of four.
struct Buckets {
  std::vector<unsigned> histogram;
  std::vector<float> pivots;     ///< between the buckets
  std::vector<unsigned> counts;  ///< numbers in each
  std::vector<unsigned> firsts;  ///< of each, and the end
};

/// Places for `count` numbers in buckets that start at multiples of four.
constexpr std::size_t bucket_places(std::size_t count) { return count + 3 * kBuckets; }

/// Stores the numbers in their buckets.
inline Buckets sort_into_buckets(const workload::DeviceArray<float>& numbers,
                                 workload::DeviceArray<float>& buckets) {
  const int count = static_cast<int>(numbers.size());
  Buckets result;
  result.histogram = histogram_on_device(numbers);
  result.pivots = pivots_of(result.histogram, count);
  workload::DeviceArray<float> pivots(result.pivots);
  const workload::LinearTexture<float> pivot_texture(pivots);
  const int blocks = workload::blocks_for(count, kBucketThreads * kBand);
  workload::DeviceArray<int> places(count);
  workload::DeviceArray<unsigned> warp_counts(static_cast<std::size_t>(blocks) * kWarpCounters);
  workload::DeviceArray<unsigned> bucket_counts(kBuckets);
  count_in_buckets<<<blocks, kBucketThreads>>>(pivot_texture.object(), numbers.data(),
                                               places.data(), warp_counts.data(), count);
  CHECK(cudaGetLastError());
  add_up_buckets<<<kBuckets / kBucketThreads, kBucketThreads>>>(
      warp_counts.data(), bucket_counts.data(), blocks * kBucketWarps);
  CHECK(cudaGetLastError());
  result.counts = bucket_counts.to_host();
  result.firsts.assign(1, 0);
  for (const unsigned own : result.counts) {
    result.firsts.push_back(result.firsts.back() + (own + 3) / 4 * 4);
  }
  const workload::DeviceArray<unsigned> firsts(result.firsts);
  scatter_to_buckets<<<blocks, kBucketThreads>>>(numbers.data(), places.data(), buckets.data(),
                                                 warp_counts.data(), firsts.data(), count);
  CHECK(cudaGetLastError());
  return result;
}
