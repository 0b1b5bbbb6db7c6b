// Histogram of bytes, 256 bins. Warps count in histograms in shared memory, with atomics; the block
// adds them up at its end. A second kernel adds up the blocks' histograms. Stands for histogram256
// of the CUDA SDK, where each of the six warps of a block has a histogram of its own.
//   histogram256 [bytes = 16777216] [blocks = 240] [threads = 192] [histograms per block = 6]
//   (bytes: a multiple of 4; threads: of 32; fewer histograms than warps are shared)
#include "histogram.cuh"

constexpr int kBins = 256;
constexpr int kWarp = 32;
constexpr int kMostHistograms = 48;  ///< 48 KiB

__global__ void count_bytes(const unsigned* data, unsigned* partial, int words, int histograms) {
  extern __shared__ unsigned counters[];
  for (int i = threadIdx.x; i < histograms * kBins; i += blockDim.x) counters[i] = 0;
  __syncthreads();

  unsigned* const own = counters + threadIdx.x / kWarp % histograms * kBins;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    const unsigned word = data[i];
    atomicAdd(&own[word & 255], 1u);
    atomicAdd(&own[word >> 8 & 255], 1u);
    atomicAdd(&own[word >> 16 & 255], 1u);
    atomicAdd(&own[word >> 24], 1u);
  }
  __syncthreads();

  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    unsigned sum = 0;
    for (int i = 0; i < histograms; ++i) sum += counters[i * kBins + bin];
    partial[blockIdx.x * kBins + bin] = sum;
  }
}

int main(int argc, char** argv) {
  const int bytes = workload::size_argument(argc, argv, 1, 1 << 24);
  const int blocks = workload::size_argument(argc, argv, 2, 240);
  const int threads = workload::size_argument(argc, argv, 3, 192);
  const int histograms = workload::size_argument(argc, argv, 4, 6);
  workload::require(bytes % 4 == 0, "histogram256", "the bytes must be a multiple of 4");
  workload::require(blocks <= 1 << 15, "histogram256", "there may be at most 2^15 blocks");
  workload::require(threads % kWarp == 0 && threads <= 1024, "histogram256",
                    "the threads must be a multiple of 32, at most 1024");
  workload::require(histograms <= kMostHistograms, "histogram256",
                    "a block may have at most 48 histograms");
  const std::vector<unsigned> words = random_words(bytes / 4);
  const workload::DeviceArray<unsigned> data(words);
  workload::DeviceArray<unsigned> partial(static_cast<std::size_t>(blocks) * kBins);
  workload::DeviceArray<unsigned> histogram(kBins);
  count_bytes<<<blocks, threads, histograms * kBins * sizeof(unsigned)>>>(
      data.data(), partial.data(), bytes / 4, histograms);
  CHECK(cudaGetLastError());
  merge_histograms<<<kBins, kMergeThreads>>>(partial.data(), histogram.data(), blocks);
  CHECK(cudaGetLastError());
  return workload::verdict(
      "histogram256",
      workload::count_different(histogram.to_host(), histogram_on_host(words, kBins)));
}
