// The first kernel of the hybrid sort: how many numbers of [0, 1) lie in each of 1024 bins.
#pragma once

#include "../common/workload.cuh"

constexpr int kWarp = 32;
constexpr int kBins = 1024;
constexpr int kHistogramWarps = 3;
constexpr int kHistogramBlocks = 64;

/// Each warp counts in bins of its own; the block adds them up to the result.
__global__ void histogram1024(const float* numbers, unsigned* histogram, int count) {
  __shared__ unsigned counters[kHistogramWarps * kBins];
  for (int i = threadIdx.x; i < kHistogramWarps * kBins; i += blockDim.x) counters[i] = 0;
  __syncthreads();

  unsigned* const own = counters + threadIdx.x / kWarp * kBins;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[static_cast<int>(numbers[i] * kBins)], 1u);
  }
  __syncthreads();

  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    unsigned sum = 0;
    for (int warp = 0; warp < kHistogramWarps; ++warp) sum += counters[warp * kBins + bin];
    atomicAdd(&histogram[bin], sum);
  }
}

/// Blocks hold `further_bytes` of shared memory more than they use.
inline std::vector<unsigned> histogram_on_device(const workload::DeviceArray<float>& numbers,
                                                 int further_bytes = 0) {
  workload::DeviceArray<unsigned> histogram(kBins);
  histogram.fill_bytes(0);
  histogram1024<<<kHistogramBlocks, kHistogramWarps * kWarp, further_bytes>>>(
      numbers.data(), histogram.data(), static_cast<int>(numbers.size()));
  CHECK(cudaGetLastError());
  return histogram.to_host();
}
