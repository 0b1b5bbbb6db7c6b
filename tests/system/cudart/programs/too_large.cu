// A variable that the device has no room for.
#include "check.h"

__device__ char large[0x70000000];
__device__ int beside[1000];
__global__ void touch() { large[beside[threadIdx.x]] = 1; }

static std::size_t free_bytes() {
  std::size_t free = 0, all = 0;
  OK(cudaMemGetInfo(&free, &all));
  CHECK(all < sizeof large);
  return free;
}

int main() {
  const std::size_t before = free_bytes();
  touch<<<1, 32>>>();
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CHECK(free_bytes() == before);  // what was placed beside it has been given back
}
