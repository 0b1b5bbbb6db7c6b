// Tiles of several warps. They meet at one of the block's named barriers and exchange values
// through the scratch memory that the program hands to this_thread_block(scratch).
#ifndef HEDDLE_GROUPS_WIDE_TILE_H
#define HEDDLE_GROUPS_WIDE_TILE_H

#include "tile.h"

namespace cooperative_groups {

/// Room for one value of at most 16 bytes of each warp of the block.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {
  struct __attribute__((aligned(16))) {
    char bytes[16];
  } slots[(MaxBlockSize + 31) / 32];
};

template <unsigned MaxBlockSize>
__device__ inline thread_block this_thread_block(block_tile_memory<MaxBlockSize>& scratch) {
  return thread_block(scratch.slots);
}

/// `Size` a multiple of the warp, at most the block.
template <unsigned Size>
class heddle_wide_tile : public thread_group {
 public:
  __device__ explicit heddle_wide_tile(void* scratch)
      : thread_group(heddle_groups::kBlock), scratch_(static_cast<char*>(scratch)) {}
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static unsigned thread_rank() { return heddle_groups::rank_in_block() % Size; }
  __device__ static unsigned meta_group_rank() { return heddle_groups::rank_in_block() / Size; }
  __device__ static unsigned meta_group_size() {
    return (heddle_groups::threads_of_block() + Size - 1) / Size;
  }
  /// A block has 16 barriers; the last is that of __syncthreads.
  __device__ void sync() const {
    asm volatile("barrier.sync %0, %1;" ::"r"((meta_group_rank() + 1) % 16), "r"(Size) : "memory");
  }
  template <class T>
  __device__ T shfl(T value, int rank) const {
    put(static_cast<unsigned>(rank) == thread_rank(), 0, value);
    return take<T>(0);
  }
  __device__ int any(int predicate) const {
    return combine_warps(__any_sync(~0u, predicate), Or());
  }
  __device__ int all(int predicate) const {
    return combine_warps(__all_sync(~0u, predicate), And());
  }

  /// The warps' values of T, combined in the warps' order; every thread of a warp gives the same.
  template <class T, class Operator>
  __device__ T combine_warps(T value, Operator combine) const {
    put(heddle_groups::lane() == 0, thread_rank() / 32, value);
    T result = *slot<T>(0);
    for (unsigned warp = 1; warp < Size / 32; ++warp) result = combine(result, *slot<T>(warp));
    sync();
    return result;
  }

 private:
  struct Or {
    __device__ int operator()(int a, int b) const { return a | b; }
  };
  struct And {
    __device__ int operator()(int a, int b) const { return a & b; }
  };
  template <class T>
  __device__ T* slot(unsigned warp) const {
    static_assert(sizeof(T) <= 16, "heddle exchanges at most 16 bytes between warps of a tile");
    return reinterpret_cast<T*>(scratch_ + 16 * (meta_group_rank() * (Size / 32) + warp));
  }
  template <class T>
  __device__ void put(bool mine, unsigned warp, const T& value) const {
    if (mine) *slot<T>(warp) = value;
    sync();
  }
  template <class T>
  __device__ T take(unsigned warp) const {
    const T value = *slot<T>(warp);
    sync();
    return value;
  }

  char* scratch_;
};

}  // namespace cooperative_groups

#endif
