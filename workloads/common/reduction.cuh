// Sums and maxima over the threads of a block, by shuffles in the warps and shared memory between
// them.
#pragma once

namespace workload {

/// Combines the values of the threads of a warp; every thread gets the result.
template <typename T, typename Combine>
__device__ T over_warp(T value, Combine combine) {
  for (int apart = 16; apart > 0; apart /= 2)
    value = combine(value, __shfl_xor_sync(0xffffffffu, value, apart));
  return value;
}

/// Combines the values of the threads of a block of kThreads, a multiple of 32; every thread gets
/// the result.
template <int kThreads, typename T, typename Combine>
__device__ T over_block(T value, Combine combine) {
  __shared__ T of_warps[kThreads / 32];
  __syncthreads();  // the results of the call before have been read
  value = over_warp(value, combine);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
  __syncthreads();
  value = of_warps[0];
  for (int warp = 1; warp < kThreads / 32; ++warp) value = combine(value, of_warps[warp]);
  return value;
}

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Maximum {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

}  // namespace workload
