// The group of a block's threads.
#ifndef HEDDLE_GROUPS_BLOCK_H
#define HEDDLE_GROUPS_BLOCK_H

#include "thread_group.h"

namespace cooperative_groups {

template <unsigned MaxBlockSize>
struct block_tile_memory;
template <unsigned Size, class Parent>
class thread_block_tile;
template <unsigned Size>
class heddle_wide_tile;
class thread_block;

namespace heddle_groups {

template <unsigned Size, bool Wide>
struct TileType {
  typedef thread_block_tile<Size, thread_block> Type;
};
template <unsigned Size>
struct TileType<Size, true> {
  typedef heddle_wide_tile<Size> Type;
};
/// What a block's tile of that size is.
template <unsigned Size>
using Tile = typename TileType<Size, (Size > 32)>::Type;

}  // namespace heddle_groups

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
  template <unsigned MaxBlockSize>
  friend __device__ thread_block this_thread_block(block_tile_memory<MaxBlockSize>& scratch);
  template <unsigned Size>
  friend __device__ heddle_groups::Tile<Size> tiled_partition(const thread_block& parent);
  __device__ explicit thread_block(void* scratch = nullptr)
      : thread_group(heddle_groups::kBlock), scratch_(scratch) {}

  void* scratch_;  ///< for tiles of several warps
};

__device__ inline thread_block this_thread_block() { return thread_block(); }

}  // namespace cooperative_groups

#endif
