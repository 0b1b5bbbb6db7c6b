// Sum of an array in two launches: the first leaves one sum for each of at most 64 blocks of 256
// threads, the second adds up these with one block of 32. A thread adds up elements, two in a turn,
// then a tree in shared memory adds up the threads, with a barrier a step while more than a warp
// takes part. Stands for reduction of the CUDA SDK.
//   reduction [elements = 4194304]
#include <algorithm>
#include <numeric>

#include "../common/workload.cuh"

constexpr int kMostBlocks = 64;
constexpr int kThreads = 256;
constexpr int kLastThreads = 32;
constexpr int kWarp = 32;

/// One sum for each block.
template <int kBlock>
__device__ void add_up(const int* values, int* block_sums, int count) {
  __shared__ int sums[kBlock];
  const int thread = threadIdx.x;
  int sum = 0;
  for (int i = blockIdx.x * 2 * kBlock + thread; i < count; i += gridDim.x * 2 * kBlock) {
    sum += values[i];
    if (i + kBlock < count) sum += values[i + kBlock];
  }
  sums[thread] = sum;
  __syncthreads();

#pragma unroll
  for (int half = kBlock / 2; half >= kWarp; half /= 2) {
    if (thread < half) sums[thread] = sum += sums[thread + half];
    __syncthreads();
  }
  if (thread < kWarp) {
#pragma unroll
    for (int half = kWarp / 2; half > 0; half /= 2) {
      const int other = thread < half ? sums[thread + half] : 0;
      __syncwarp();
      sums[thread] = sum += other;
      __syncwarp();
    }
  }
  if (thread == 0) block_sums[blockIdx.x] = sum;
}

__global__ void add_up_array(const int* values, int* block_sums, int count) {
  add_up<kThreads>(values, block_sums, count);
}

__global__ void add_up_blocks(const int* block_sums, int* sum, int count) {
  add_up<kLastThreads>(block_sums, sum, count);
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 1 << 22);
  // Below 8, so that the sum of 2^28 of them is no larger than an int.
  const std::vector<int> values = workload::random_ints(count, 8, 1);
  const int blocks = std::min(workload::blocks_for(count, 2 * kThreads), kMostBlocks);
  const workload::DeviceArray<int> device_values(values);
  workload::DeviceArray<int> block_sums(blocks), sum(1);
  add_up_array<<<blocks, kThreads>>>(device_values.data(), block_sums.data(), count);
  CHECK(cudaGetLastError());
  add_up_blocks<<<1, kLastThreads>>>(block_sums.data(), sum.data(), blocks);
  CHECK(cudaGetLastError());
  const int expected = std::accumulate(values.begin(), values.end(), 0);
  return workload::verdict("reduction", sum.to_host()[0] != expected);
}
