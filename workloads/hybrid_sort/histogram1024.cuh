// The first kernel of the hybrid sort: how many numbers of a range lie in each of 1024 bins.
#pragma once

#include "../common/workload.cuh"

constexpr int kWarp = 32;
constexpr int kBins = 1024;
constexpr int kHistogramWarps = 3;
constexpr int kHistogramBlocks = 64;

/// Counters of a warp have the lane that wrote last in the highest five bits.
constexpr int kTagShift = 27;
constexpr unsigned kCountBits = (1u << kTagShift) - 1;

/// The range of the numbers.
struct Range {
  float lowest = 0, highest = 1;
};

/// Adds 1 to a counter of the warp for each lane that `counts`, and returns what was there before,
/// without atomics: of lanes with the same counter one at a time finds that its word has stayed.
/// All lanes of the warp take part.
__device__ inline unsigned add_one(volatile unsigned* counter, bool counts) {
  const unsigned tag = threadIdx.x << kTagShift;
  unsigned before = 0;
  do {
    if (counts) before = *counter & kCountBits;
    __syncwarp();
    if (counts) *counter = tag | (before + 1);
    __syncwarp();
    if (counts) counts = *counter != (tag | (before + 1));
  } while (__any_sync(~0u, counts));
  return before;
}

/// Each warp counts in bins of its own; the block adds them up to the result.
__global__ void histogram1024(const float* numbers, unsigned* histogram, Range range, int count) {
  __shared__ unsigned counters[kHistogramWarps * kBins];
  for (int i = threadIdx.x; i < kHistogramWarps * kBins; i += blockDim.x) counters[i] = 0;
  __syncthreads();

  const int lane = threadIdx.x % kWarp;
  unsigned* const own = counters + threadIdx.x / kWarp * kBins;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i - lane < count;
       i += gridDim.x * blockDim.x) {
    const float number = i < count ? numbers[i] : range.lowest;
    const float part = (number - range.lowest) / (range.highest - range.lowest);
    add_one(&own[static_cast<unsigned>(part * kBins) % kBins], i < count);
  }
  __syncthreads();

  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    unsigned sum = 0;
    for (int warp = 0; warp < kHistogramWarps; ++warp) {
      sum += counters[warp * kBins + bin] & kCountBits;
    }
    atomicAdd(&histogram[bin], sum);
  }
}

/// Blocks hold `further_bytes` of shared memory more than they use.
inline std::vector<unsigned> histogram_on_device(const workload::DeviceArray<float>& numbers,
                                                 int further_bytes = 0,
                                                 int blocks = kHistogramBlocks) {
  workload::DeviceArray<unsigned> histogram(kBins);
  histogram.fill_bytes(0);
  histogram1024<<<blocks, kHistogramWarps * kWarp, further_bytes>>>(
      numbers.data(), histogram.data(), Range(), static_cast<int>(numbers.size()));
  CHECK(cudaGetLastError());
  return histogram.to_host();
}

/// Bins of the device's histogram that are wrong.
inline std::size_t count_wrong_bins(const std::vector<unsigned>& histogram,
                                    const std::vector<float>& numbers) {
  std::vector<unsigned> expected(kBins, 0);
  for (const float number : numbers) ++expected[static_cast<int>(double{number} * kBins)];
  return workload::count_different(histogram, expected);
}
