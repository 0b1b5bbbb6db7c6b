// The base of all groups, by value: which threads belong to it, and which of them asks.
#ifndef HEDDLE_GROUPS_THREAD_GROUP_H
#define HEDDLE_GROUPS_THREAD_GROUP_H

#include "../device/qualifier.h"

namespace cooperative_groups {

namespace heddle_groups {

enum Kind { kBlock, kLanes, kGrid };

HEDDLE_DEVICE unsigned lane() {
  unsigned value;
  asm("mov.u32 %0, %%laneid;" : "=r"(value));
  return value;
}
HEDDLE_DEVICE unsigned lanes_below() {
  unsigned value;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(value));
  return value;
}
HEDDLE_DEVICE unsigned rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
HEDDLE_DEVICE unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }

__device__ inline void sync_grid();
__device__ inline unsigned long long threads_of_grid();
__device__ inline unsigned long long rank_in_grid();

/// The lane with that rank among the lanes of a mask.
HEDDLE_DEVICE unsigned lane_of_rank(unsigned mask, unsigned rank) {
  for (unsigned i = 0; i < rank; ++i) mask &= mask - 1;
  return mask == 0 ? 32 : __ffs(static_cast<int>(mask)) - 1;
}

/// Bits at the lanes of `mask`, moved together.
HEDDLE_DEVICE unsigned packed(unsigned bits, unsigned mask) {
  unsigned result = 0;
  for (unsigned rank = 0; mask != 0; mask &= mask - 1, ++rank) {
    if (bits & mask & (0u - mask)) result |= 1u << rank;
  }
  return result;
}

}  // namespace heddle_groups

class thread_group {
 public:
  __device__ void sync() const {
    if (kind_ == heddle_groups::kLanes) {
      __syncwarp(mask_);
    } else if (kind_ == heddle_groups::kBlock) {
      __syncthreads();
    } else {
      heddle_groups::sync_grid();
    }
  }
  __device__ unsigned long long num_threads() const {
    return kind_ == heddle_groups::kLanes   ? __popc(mask_)
           : kind_ == heddle_groups::kBlock ? heddle_groups::threads_of_block()
                                            : heddle_groups::threads_of_grid();
  }
  __device__ unsigned long long size() const { return num_threads(); }
  __device__ unsigned long long thread_rank() const {
    return kind_ == heddle_groups::kLanes   ? __popc(mask_ & heddle_groups::lanes_below())
           : kind_ == heddle_groups::kBlock ? heddle_groups::rank_in_block()
                                            : heddle_groups::rank_in_grid();
  }
  __device__ bool is_valid() const { return true; }
  __device__ unsigned get_type() const { return kind_; }

 protected:
  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned size);
  __device__ thread_group(heddle_groups::Kind kind, unsigned mask = 0) : kind_(kind), mask_(mask) {}

  heddle_groups::Kind kind_;
  unsigned mask_;  ///< of lanes, where the group lies in a warp
};

template <class Group>
__device__ inline void sync(const Group& group) {
  group.sync();
}
template <class Group>
__device__ inline auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
__device__ inline auto group_size(const Group& group) -> decltype(group.size()) {
  return group.size();
}

}  // namespace cooperative_groups

#endif
