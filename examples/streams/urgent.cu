// A kernel of many long blocks, and an urgent one behind it in a stream of the greatest priority.
#include <cstdio>

constexpr unsigned kBlocks = 600, kThreads = 256;

__global__ void slow(unsigned* out, unsigned trips) {
  unsigned value = threadIdx.x;
  for (unsigned i = 0; i < trips; ++i) value = value * 1664525u + 1013904223u;
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void urgent(unsigned* out) { out[threadIdx.x] = threadIdx.x + 1; }

int main() {
  unsigned *of_slow, *of_urgent, result[kThreads];
  cudaMalloc(&of_slow, kBlocks * kThreads * sizeof(unsigned));
  cudaMalloc(&of_urgent, sizeof result);
  int least, greatest;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  cudaStream_t low, high;
  cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least);
  cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest);
  slow<<<kBlocks, kThreads, 0, low>>>(of_slow, 3000);
  urgent<<<1, kThreads, 0, high>>>(of_urgent);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaMemcpy(result, of_urgent, sizeof result, cudaMemcpyDeviceToHost);
  for (unsigned i = 0; i < kThreads; ++i) right = right && result[i] == i + 1;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
