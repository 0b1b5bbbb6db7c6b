// The group of a block's threads.
#ifndef HEDDLE_GROUPS_BLOCK_H
#define HEDDLE_GROUPS_BLOCK_H

#include "thread_group.h"

namespace cooperative_groups {

class thread_block : public thread_group {
 public:
  struct arrival_token {};

  __device__ static void sync() { __syncthreads(); }
  __device__ arrival_token barrier_arrive() const { return arrival_token(); }
  __device__ void barrier_wait(arrival_token&&) const { __syncthreads(); }
  __device__ static unsigned thread_rank() { return heddle_groups::rank_in_block(); }
  __device__ static unsigned num_threads() { return heddle_groups::threads_of_block(); }
  __device__ static unsigned size() { return num_threads(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 group_dim() { return dim_threads(); }

 private:
  friend __device__ thread_block this_thread_block();
  __device__ thread_block() : thread_group(heddle_groups::kBlock) {}
};

__device__ inline thread_block this_thread_block() { return thread_block(); }

}  // namespace cooperative_groups

#endif
