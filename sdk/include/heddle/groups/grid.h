// The group of a whole grid. Its barrier holds only where all blocks are resident at once, that is
// after cudaLaunchCooperativeKernel.
#ifndef HEDDLE_GROUPS_GRID_H
#define HEDDLE_GROUPS_GRID_H

#include "block.h"

namespace cooperative_groups {

namespace heddle_groups {

__device__ inline unsigned blocks_of_grid() { return gridDim.x * gridDim.y * gridDim.z; }
__device__ inline unsigned block_rank() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
__device__ inline unsigned long long threads_of_grid() {
  return static_cast<unsigned long long>(blocks_of_grid()) * threads_of_block();
}
__device__ inline unsigned long long rank_in_grid() {
  return static_cast<unsigned long long>(block_rank()) * threads_of_block() + rank_in_block();
}

/// Blocks that have arrived, in the low bits; the top bit turns over when the last one arrives.
static __device__ unsigned grid_arrivals;

/// Block 0 adds what is missing to 2^31, every other block 1: together they turn the top bit over
/// and leave the low bits at 0, so that the count serves the next barrier.
__device__ inline void sync_grid() {
  __syncthreads();
  if (rank_in_block() == 0) {
    constexpr unsigned kTurn = 0x80000000u;
    const unsigned mine = block_rank() == 0 ? kTurn - (blocks_of_grid() - 1u) : 1u;
    __threadfence();
    const unsigned before = atomicAdd(&grid_arrivals, mine);
    while (((*static_cast<volatile unsigned*>(&grid_arrivals) ^ before) & kTurn) == 0) {
    }
    __threadfence();
  }
  __syncthreads();
}

}  // namespace heddle_groups

class grid_group : public thread_group {
 public:
  __device__ void sync() const { heddle_groups::sync_grid(); }
  __device__ static unsigned long long thread_rank() { return heddle_groups::rank_in_grid(); }
  __device__ static unsigned long long num_threads() { return heddle_groups::threads_of_grid(); }
  __device__ static unsigned long long size() { return num_threads(); }
  __device__ static unsigned long long block_rank() { return heddle_groups::block_rank(); }
  __device__ static unsigned long long num_blocks() { return heddle_groups::blocks_of_grid(); }
  __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 group_dim() { return dim_blocks(); }

 private:
  friend __device__ grid_group this_grid();
  __device__ grid_group() : thread_group(heddle_groups::kGrid) {}
};

__device__ inline grid_group this_grid() { return grid_group(); }

class __attribute__((unavailable("heddle has one device: no multi_grid_group"))) multi_grid_group;
template <class... None>
__device__ int this_multi_grid(None...)
    __attribute__((unavailable("heddle has one device: no this_multi_grid()")));
}  // namespace cooperative_groups

#endif
