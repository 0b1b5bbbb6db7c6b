// All that draws power at the same time: each thread has eight chains of multiply-adds that need
// not wait for each other, as many integer chains, and reads an array from end to end that no cache
// holds, a word for each turn.
//   power_virus [blocks = 90] [threads = 256] [turns = 64]
// Stands for the programs that test whether a card holds its thermal design power.
#include <cmath>

#include "../common/workload.cuh"

constexpr int kChains = 8;
constexpr int kSteps = 4;  ///< of each chain, for a word that is read

struct Chains {
  float value[kChains];
  unsigned bits[kChains];
};

/// One turn: the same operations in the same order on the device and on the host, each rounded
/// once.
__host__ __device__ void turn_chains(Chains& chains, float word) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int step = 0; step < kSteps; ++step) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int chain = 0; chain < kChains; ++chain) {
      chains.value[chain] = fmaf(chains.value[chain], 0.96875f, word);
      if (step % 2 == 0) chains.bits[chain] += chains.bits[(chain + 1) % kChains];
    }
  }
}

__host__ __device__ Chains first_chains(int thread) {
  Chains chains;
  for (int chain = 0; chain < kChains; ++chain) {
    chains.value[chain] = static_cast<float>(thread % 64 + chain);
    chains.bits[chain] = thread * kChains + chain;
  }
  return chains;
}

__host__ __device__ float result_of(const Chains& chains) {
  float sum = 0;
  unsigned bits = 0;
  for (int chain = 0; chain < kChains; ++chain) {
    sum += chains.value[chain];
    bits ^= chains.bits[chain];
  }
  return sum + static_cast<float>(bits % 1024);
}

__global__ void burn(const float* words, float* results, int turns) {
  const int threads = gridDim.x * blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  Chains chains = first_chains(thread);
  float word = words[thread];
  for (int turn = 0; turn < turns; ++turn) {
    const float next = turn + 1 < turns ? words[(turn + 1) * threads + thread] : 0;
    turn_chains(chains, word);
    word = next;
  }
  results[thread] = result_of(chains);
}

int main(int argc, char** argv) {
  const int blocks = workload::size_argument(argc, argv, 1, 90);
  const int block = workload::size_argument(argc, argv, 2, 256);
  const int turns = workload::size_argument(argc, argv, 3, 64);
  workload::require(block % 32 == 0 && block <= 1024, "power_virus",
                    "a block must have whole warps of 32 threads, at most 1024 threads");
  workload::require(static_cast<long long>(blocks) * block * turns <= 1 << 28, "power_virus",
                    "blocks x threads x turns must be at most 2^28");
  const int threads = blocks * block;
  workload::Random random(5);
  std::vector<float> words(static_cast<std::size_t>(threads) * turns);
  for (float& word : words) word = static_cast<float>(random.below(1024)) / 1024;
  workload::DeviceArray<float> device_words(words), results(threads);
  burn<<<blocks, block>>>(device_words.data(), results.data(), turns);
  CHECK(cudaGetLastError());

  const std::vector<float> found = results.to_host();
  std::size_t wrong = 0;
  for (int thread = 0; thread < threads; ++thread) {
    Chains chains = first_chains(thread);
    for (int turn = 0; turn < turns; ++turn)
      turn_chains(chains, words[static_cast<std::size_t>(turn) * threads + thread]);
    wrong += found[thread] != result_of(chains);
  }
  return workload::verdict("power_virus", wrong);
}
