// What the histograms of bytes share: the kernel that adds up partial histograms, the input, and
// the expected result.
#pragma once

#include "../common/workload.cuh"

constexpr int kMergeThreads = 256;

/// Adds up one bin of all partial histograms, a block a bin; they lie one after the other.
__global__ void merge_histograms(const unsigned* partial, unsigned* histogram, int partials) {
  __shared__ unsigned sums[kMergeThreads];
  const int thread = threadIdx.x, bin = blockIdx.x, bins = gridDim.x;
  unsigned sum = 0;
  for (int i = thread; i < partials; i += kMergeThreads) sum += partial[i * bins + bin];
  sums[thread] = sum;
  for (int half = kMergeThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) sums[thread] += sums[thread + half];
  }
  if (thread == 0) histogram[bin] = sums[0];
}

/// Random bytes, four in a word.
inline std::vector<unsigned> random_words(std::size_t count) {
  workload::Random random(1);
  std::vector<unsigned> words(count);
  for (unsigned& word : words) {
    word = 0;
    for (int byte = 0; byte < 4; ++byte) word = word << 8 | random.bits() >> 16;
  }
  return words;
}

/// How many bytes have each value of their highest bits.
inline std::vector<unsigned> histogram_on_host(const std::vector<unsigned>& words, unsigned bins) {
  std::vector<unsigned> histogram(bins, 0);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(words.data());
  for (std::size_t i = 0; i < words.size() * 4; ++i) ++histogram[bytes[i] * bins / 256];
  return histogram;
}
