// Copies from global to shared memory in stages, as functions.
#ifndef HEDDLE_CUDA_PIPELINE_PRIMITIVES_H
#define HEDDLE_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_awbarrier_primitives.h"
#include "heddle/synchronization/async_copy.h"

#if defined(__cplusplus) && defined(__CUDACC__)

/// `size` is 4, 8 or 16, and both addresses are multiples of it. The last `zeros` bytes become zero.
__device__ __forceinline__ void __pipeline_memcpy_async(void* shared, const void* global,
                                                        size_t size, size_t zeros = 0) {
  switch (size) {
    case 4:
      return __heddle_copy_async<4>(shared, global, zeros);
    case 8:
      return __heddle_copy_async<8>(shared, global, zeros);
    case 16:
      return __heddle_copy_async<16>(shared, global, zeros);
    default:
      __trap();
  }
}
__device__ __forceinline__ void __pipeline_commit() { __heddle_commit_copies(); }

/// Waits until at most the last `prior` groups are incomplete.
__device__ __forceinline__ void __pipeline_wait_prior(size_t prior) {
  switch (prior) {
    case 0:
      return __heddle_wait_for_groups<0>();
    case 1:
      return __heddle_wait_for_groups<1>();
    case 2:
      return __heddle_wait_for_groups<2>();
    case 3:
      return __heddle_wait_for_groups<3>();
    case 4:
      return __heddle_wait_for_groups<4>();
    case 5:
      return __heddle_wait_for_groups<5>();
    case 6:
      return __heddle_wait_for_groups<6>();
    case 7:
      return __heddle_wait_for_groups<7>();
    default:
      return __heddle_wait_for_groups<8>();
  }
}

/// The thread arrives on the barrier when its copies so far are complete. The barrier's count grows
/// by this arrival.
__device__ __forceinline__ void __pipeline_arrive_on(__mbarrier_t* barrier) {
  __heddle_arrive_after_copies(barrier, false);
}

#endif
#endif
