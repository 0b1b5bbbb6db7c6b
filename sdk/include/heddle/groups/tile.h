// Groups within a warp: tiles of a fixed power-of-two size, and coalesced threads. Both exchange
// values by shuffles.
#ifndef HEDDLE_GROUPS_TILE_H
#define HEDDLE_GROUPS_TILE_H

#include "block.h"

namespace cooperative_groups {

namespace heddle_groups {

/// A value of any trivially copyable type through a shuffle of 32-bit words: `move(word)` shuffles
/// one.
template <class T, class Move>
__device__ inline T shuffled(const T& value, Move move) {
  unsigned words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned& word : words) word = move(word);
  T result;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

}  // namespace heddle_groups

class coalesced_group : public thread_group {
 public:
  __device__ unsigned num_threads() const { return __popc(mask_); }
  __device__ unsigned size() const { return num_threads(); }
  __device__ unsigned thread_rank() const { return __popc(mask_ & heddle_groups::lanes_below()); }
  __device__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ unsigned meta_group_size() const { return meta_size_; }
  __device__ void sync() const { __syncwarp(mask_); }

  template <class T>
  __device__ T shfl(T value, unsigned rank) const {
    return from_lane(value, heddle_groups::lane_of_rank(mask_, rank));
  }
  template <class T>
  __device__ T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    return from_lane(
        value, rank < size() ? heddle_groups::lane_of_rank(mask_, rank) : heddle_groups::lane());
  }
  template <class T>
  __device__ T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return from_lane(value, rank >= delta ? heddle_groups::lane_of_rank(mask_, rank - delta)
                                          : heddle_groups::lane());
  }
  __device__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __device__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __device__ unsigned ballot(int predicate) const {
    return heddle_groups::packed(__ballot_sync(mask_, predicate), mask_);
  }
  template <class T>
  __device__ unsigned match_any(T value) const {
    return heddle_groups::packed(__match_any_sync(mask_, value), mask_);
  }
  template <class T>
  __device__ unsigned match_all(T value, int& all) const {
    return heddle_groups::packed(__match_all_sync(mask_, value, &all), mask_);
  }

  /// For partitions: the lanes of `mask`, the `meta_rank`-th of `meta_size` groups.
  __device__ coalesced_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : thread_group(heddle_groups::kLanes, mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  __device__ unsigned lanes() const { return mask_; }

 private:
  template <class T>
  __device__ T from_lane(const T& value, unsigned lane) const {
    const unsigned mask = mask_;
    return heddle_groups::shuffled(
        value, [=](unsigned word) { return __shfl_sync(mask, word, static_cast<int>(lane)); });
  }

  unsigned meta_rank_, meta_size_;
};

__device__ inline coalesced_group coalesced_threads() {
  return coalesced_group(__activemask(), 0, 1);
}

template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "heddle has thread_block_tile of 1, 2, 4, 8, 16 and 32 threads");

 public:
  static constexpr unsigned kLanes = Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1u;

  __device__ thread_block_tile()
      : thread_group(heddle_groups::kLanes, kLanes << (heddle_groups::lane() & ~(Size - 1u))) {}
  /// A block's tile; the scratch memory is for larger ones.
  __device__ explicit thread_block_tile(void*) : thread_block_tile() {}
  /// A tile without its parent's type.
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other>&) : thread_block_tile() {}

  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static unsigned thread_rank() { return heddle_groups::rank_in_block() & (Size - 1u); }
  __device__ static unsigned meta_group_rank() { return heddle_groups::rank_in_block() / Size; }
  __device__ static unsigned meta_group_size() {
    return (heddle_groups::threads_of_block() + Size - 1) / Size;
  }
  __device__ void sync() const { __syncwarp(mask_); }

  template <class T>
  __device__ T shfl(T value, int rank) const {
    const unsigned mask = mask_;
    return heddle_groups::shuffled(value, [=](unsigned word) {
      return __shfl_sync(mask, word, rank, static_cast<int>(Size));
    });
  }
  template <class T>
  __device__ T shfl_down(T value, unsigned delta) const {
    const unsigned mask = mask_;
    return heddle_groups::shuffled(value, [=](unsigned word) {
      return __shfl_down_sync(mask, word, delta, static_cast<int>(Size));
    });
  }
  template <class T>
  __device__ T shfl_up(T value, unsigned delta) const {
    const unsigned mask = mask_;
    return heddle_groups::shuffled(value, [=](unsigned word) {
      return __shfl_up_sync(mask, word, delta, static_cast<int>(Size));
    });
  }
  template <class T>
  __device__ T shfl_xor(T value, unsigned bits) const {
    const unsigned mask = mask_;
    return heddle_groups::shuffled(value, [=](unsigned word) {
      return __shfl_xor_sync(mask, word, static_cast<int>(bits), static_cast<int>(Size));
    });
  }
  __device__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __device__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __device__ unsigned ballot(int predicate) const { return own(__ballot_sync(mask_, predicate)); }
  template <class T>
  __device__ unsigned match_any(T value) const {
    return own(__match_any_sync(mask_, value));
  }
  template <class T>
  __device__ unsigned match_all(T value, int& all) const {
    return own(__match_all_sync(mask_, value, &all));
  }

 private:
  /// A warp's bits, moved to the tile's.
  __device__ static unsigned own(unsigned bits) {
    return (bits >> (heddle_groups::lane() & ~(Size - 1u))) & kLanes;
  }
};

}  // namespace cooperative_groups

#endif
