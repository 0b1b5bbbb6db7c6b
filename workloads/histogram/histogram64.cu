// Histogram of the six highest bits of bytes, 64 bins. Each thread counts in 64 bytes of shared
// memory of its own, at most 240 bytes of input, so that no counter overflows and no atomics are
// needed: blocks of two warps and 4 KiB. A second kernel adds up the blocks' histograms. Stands for
// histogram64 of the CUDA SDK.
//   histogram64 [bytes = 16777216]        (a multiple of 16)
#include "histogram.cuh"

constexpr int kBins = 64;
constexpr int kThreads = 64;
constexpr int kBytesPerThread = 240;

/// Counts the four bytes of a word.
__device__ void count(unsigned char* counters, unsigned word) {
  ++counters[(word >> 2 & 63) * kThreads];
  ++counters[(word >> 10 & 63) * kThreads];
  ++counters[(word >> 18 & 63) * kThreads];
  ++counters[(word >> 26) * kThreads];
}

/// The counters of a bin are 64 bytes. That of a thread is so placed that 16 neighbouring threads
/// count in different banks, whatever their bins.
__global__ void count_bytes(const uint4* data, unsigned* partial, int vectors) {
  __shared__ unsigned char counters[kBins * kThreads];
  const int thread = threadIdx.x;
  unsigned* const words = reinterpret_cast<unsigned*>(counters);
  for (int i = 0; i < kBins / 4; ++i) words[i * kThreads + thread] = 0;
  __syncthreads();

  unsigned char* const own = counters + (thread % 16 * 4 + thread / 16);
  for (int i = blockIdx.x * kThreads + thread; i < vectors; i += gridDim.x * kThreads) {
    const uint4 value = data[i];
    count(own, value.x);
    count(own, value.y);
    count(own, value.z);
    count(own, value.w);
  }
  __syncthreads();

  // Each thread adds up a bin, and starts at another word than its neighbours.
  unsigned sum = 0;
  for (int i = 0; i < kThreads / 4; ++i) {
    const unsigned word = words[thread * (kThreads / 4) + (i + thread) % 16];
    sum += (word & 255) + (word >> 8 & 255) + (word >> 16 & 255) + (word >> 24);
  }
  partial[blockIdx.x * kBins + thread] = sum;
}

int main(int argc, char** argv) {
  const int bytes = workload::size_argument(argc, argv, 1, 1 << 24);
  workload::require(bytes % 16 == 0, "histogram64", "the bytes must be a multiple of 16");
  const std::vector<unsigned> words = random_words(bytes / 4);
  const int blocks = workload::blocks_for(bytes, kThreads * kBytesPerThread);
  const workload::DeviceArray<unsigned> data(words);
  workload::DeviceArray<unsigned> partial(static_cast<std::size_t>(blocks) * kBins);
  workload::DeviceArray<unsigned> histogram(kBins);
  count_bytes<<<blocks, kThreads>>>(reinterpret_cast<const uint4*>(data.data()), partial.data(),
                                    bytes / 16);
  CHECK(cudaGetLastError());
  merge_histograms<<<kBins, kMergeThreads>>>(partial.data(), histogram.data(), blocks);
  CHECK(cudaGetLastError());
  return workload::verdict(
      "histogram64",
      workload::count_different(histogram.to_host(), histogram_on_host(words, kBins)));
}
