// Several host threads, each with a stream of its own and with the per-thread default stream.
#include <thread>
#include <vector>

#include "check.h"

__global__ void scale(int* values, int n, int factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= factor;
}

static void work(int factor, cudaStream_t stream) {
  const int n = 3000;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i;
  int* device;
  OK(cudaMalloc(&device, n * sizeof(int)));
  for (int round = 0; round < 5; ++round) {
    OK(cudaMemcpyAsync(device, values.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream));
    scale<<<(n + 127) / 128, 128, 0, stream>>>(device, n, factor);
    OK(cudaMemcpyAsync(values.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamSynchronize(stream));
  }
  int power = 1;
  for (int round = 0; round < 5; ++round) power *= factor;
  for (int i = 0; i < n; ++i) CHECK(values[i] == i * power);
  OK(cudaFree(device));
}

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      cudaStream_t stream = cudaStreamPerThread;
      if (t % 2 == 0) OK(cudaStreamCreate(&stream));
      work(t + 2, stream);
      EXPECT_CODE(cudaErrorInvalidValue, cudaFree(&stream));
      CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(cudaGetLastError() == cudaSuccess);  // the other threads' errors are theirs
}
