// Groups made of groups: tiles, and threads that agree on a label.
#ifndef HEDDLE_GROUPS_PARTITION_H
#define HEDDLE_GROUPS_PARTITION_H

#include "wide_tile.h"

namespace cooperative_groups {

template <unsigned Size>
__device__ inline heddle_groups::Tile<Size> tiled_partition(const thread_block& parent) {
  return heddle_groups::Tile<Size>(parent.scratch_);
}
template <unsigned Size, unsigned ParentSize, class GrandParent>
__device__ inline thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>>
tiled_partition(const thread_block_tile<ParentSize, GrandParent>&) {
  static_assert(Size <= ParentSize, "tiled_partition: the tile is larger than the group");
  return thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>>();
}
/// `Size` neighbouring ranks of a coalesced group.
__device__ inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  const unsigned first = parent.thread_rank() / size * size;
  unsigned mask = 0, rank = 0;
  for (unsigned lanes = parent.lanes(); lanes != 0; lanes &= lanes - 1, ++rank) {
    if (rank >= first && rank < first + size) mask |= lanes & (0u - lanes);
  }
  return coalesced_group(mask, first / size, (parent.size() + size - 1) / size);
}
template <unsigned Size>
__device__ inline coalesced_group tiled_partition(const coalesced_group& parent) {
  return tiled_partition(parent, Size);
}
/// `size` neighbouring threads of a block or a tile.
__device__ inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (parent.kind_ == heddle_groups::kLanes) {
    return tiled_partition(coalesced_group(parent.mask_, 0, 1), size);
  }
  const unsigned lanes = size >= 32 ? 0xffffffffu : (1u << size) - 1u;
  return thread_group(heddle_groups::kLanes, lanes << (heddle_groups::lane() & ~(size - 1u)));
}
__device__ inline thread_group tiled_partition(const thread_block& parent, unsigned size) {
  return tiled_partition(static_cast<const thread_group&>(parent), size);
}

namespace heddle_groups {

__device__ inline unsigned lanes_of(const coalesced_group& group) { return group.lanes(); }
template <unsigned Size, class Parent>
__device__ inline unsigned lanes_of(const thread_block_tile<Size, Parent>&) {
  return thread_block_tile<Size, Parent>::kLanes << (lane() & ~(Size - 1u));
}

}  // namespace heddle_groups

template <class Group>
__device__ inline coalesced_group binary_partition(const Group& parent, bool predicate) {
  const unsigned lanes = heddle_groups::lanes_of(parent);
  const unsigned yes = __ballot_sync(lanes, predicate);
  return coalesced_group(predicate ? yes : lanes & ~yes, predicate ? 1 : 0, 2);
}
template <class Group, class T>
__device__ inline coalesced_group labeled_partition(const Group& parent, T label) {
  const unsigned lanes = heddle_groups::lanes_of(parent);
  const unsigned mine = __match_any_sync(lanes, label);
  const unsigned leads = __ballot_sync(lanes, (mine & heddle_groups::lanes_below()) == 0);
  const unsigned leader = mine & (0u - mine);
  return coalesced_group(mine, __popc(leads & (leader - 1u)), __popc(leads));
}

}  // namespace cooperative_groups

#endif
