// Kernels of several kinds at the same time: four streams, events between them, copies beside kernels. Prints a digest of all results.
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

constexpr int kStreams = 4, kValues = 16384;

__global__ void add(unsigned* values, unsigned amount) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  values[index] += amount * index;
}

/// Rounds of arithmetic that differ by thread.
__global__ void churn(unsigned* values, int rounds) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned value = values[index];
  for (int i = 0; i < rounds + index % 7; ++i) value = value * 1664525u + 1013904223u;
  values[index] = value;
}

/// Sums of blocks, by shared memory and barriers.
__global__ void sums(const unsigned* values, unsigned* results) {
  __shared__ unsigned partial[256];
  partial[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned width = blockDim.x / 2; width > 0; width /= 2) {
    if (threadIdx.x < width) partial[threadIdx.x] += partial[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(results, partial[0]);
}

int main() {
  cudaStream_t streams[kStreams];
  cudaEvent_t ready[kStreams];
  unsigned *values[kStreams], *results;
  cudaMalloc(&results, kStreams * sizeof(unsigned));
  cudaMemset(results, 0, kStreams * sizeof(unsigned));
  for (int i = 0; i < kStreams; ++i) {
    cudaStreamCreate(&streams[i]);
    cudaEventCreate(&ready[i]);
    cudaMalloc(&values[i], kValues * sizeof(unsigned));
    cudaMemsetAsync(values[i], i, kValues * sizeof(unsigned), streams[i]);
  }
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < kStreams; ++i) {
      const int blocks = kValues / 256;
      add<<<blocks, 256, 0, streams[i]>>>(values[i], round + i + 1);
      churn<<<blocks / (i + 1), 256, 0, streams[i]>>>(values[i], 20 * (i + 1));
      cudaEventRecord(ready[i], streams[i]);
      cudaStreamWaitEvent(streams[(i + 1) % kStreams], ready[i], 0);
      sums<<<blocks, 256, 0, streams[(i + 1) % kStreams]>>>(values[i], results + i);
    }
  }
  cudaDeviceSynchronize();
  std::vector<unsigned> found(kStreams);
  cudaMemcpy(found.data(), results, kStreams * sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (const unsigned value : found) std::printf("%08x\n", value);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
