// The nanoseconds that kernels read go as fast as those that events count.
#include "check.h"

__device__ unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__global__ void wait(unsigned long long* begin, unsigned long long duration) {
  *begin = nanoseconds();
  while (nanoseconds() < *begin + duration) {
  }
}

int main() {
  unsigned long long* begin;
  OK(cudaMalloc(&begin, 2 * sizeof *begin));
  cudaEvent_t events[3];
  for (auto& event : events) OK(cudaEventCreate(&event));
  for (int i = 0; i < 2; ++i) {
    OK(cudaEventRecord(events[i]));
    wait<<<1, 1>>>(begin + i, i == 0 ? 50000 : 100000);
  }
  OK(cudaEventRecord(events[2]));
  unsigned long long host[2];
  OK(cudaMemcpy(host, begin, sizeof host, cudaMemcpyDeviceToHost));
  float first, second;
  OK(cudaEventElapsedTime(&first, events[0], events[1]));
  OK(cudaEventElapsedTime(&second, events[1], events[2]));
  CHECK(first > 0.050f && first < 0.055f);
  CHECK(second > 0.100f && second < 0.105f);
  const double apart = static_cast<double>(host[1] - host[0]);
  CHECK(apart > 0.98e6 * first && apart < 1.02e6 * first);
}
