// A leader's value for the lanes of its warp: the other lanes pass on a variable that they have
// never set, as is common. Each must get the leader's, and the leader alone may add.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kThreads = 1000, kPerBlock = 128;

__device__ int of_lane(unsigned mask, int value, int lane) { return __shfl_sync(mask, value, lane); }

/// A place in a list for each thread, by one addition for the threads of a warp that come together.
__device__ int place_by_group(int* count) {
  const cg::coalesced_group group = cg::coalesced_threads();
  int first;
  if (group.thread_rank() == 0) first = atomicAdd(count, group.size());
  return group.shfl(first, 0) + group.thread_rank();
}

__device__ int place_by_shuffle(int* count) {
  const unsigned mask = __activemask();
  const int lane = threadIdx.x % 32, leader = __ffs(mask) - 1;
  int first;
  if (lane == leader) first = atomicAdd(count, __popc(mask));
  return __shfl_sync(mask, first, leader) + __popc(mask & ((1u << lane) - 1));
}

__device__ int place_by_function(int* count) {
  const unsigned mask = __activemask();
  const int lane = threadIdx.x % 32, leader = __ffs(mask) - 1;
  int first;
  if (lane == leader) first = atomicAdd(count, __popc(mask));
  first = of_lane(mask, first, leader);
  return first + __popc(mask & ((1u << lane) - 1));
}

template <int (*Place)(int*)>
__global__ void take_places(int* count, int* taken) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < kThreads && thread % 3 != 0) atomicAdd(&taken[Place(count)], 1);
}

template <int (*Place)(int*)>
int failed(const char* name) {
  int *count, *taken;
  cudaMallocManaged(&count, sizeof(int));
  cudaMallocManaged(&taken, kThreads * sizeof(int));
  *count = 0;
  cudaMemset(taken, 0, kThreads * sizeof(int));
  take_places<Place><<<(kThreads + kPerBlock - 1) / kPerBlock, kPerBlock>>>(count, taken);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  const int expected = kThreads - (kThreads + 2) / 3;
  bool same = *count == expected;
  for (int i = 0; i < kThreads; ++i) same = same && taken[i] == (i < expected ? 1 : 0);
  if (!same) std::printf("%s: %d places, expected %d, one a thread\n", name, *count, expected);
  return same ? 0 : 1;
}

int main() {
  return failed<place_by_group>("group") + failed<place_by_shuffle>("shuffle") +
         failed<place_by_function>("function");
}
