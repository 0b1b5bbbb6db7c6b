// A warp that is formed from threads of several warps. Each thread keeps its home lane, since its
// registers are there: the members' lanes are disjoint.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/paths/block_lanes.hpp"

namespace heddle::exec {

/// Lanes of one warp, the home warp of their threads.
struct GroupMember {
  std::uint16_t warp = 0;  ///< its number: in its block, or of its context on an SM
  LaneMask lanes = 0;
  bool operator==(const GroupMember&) const = default;
};

using WarpGroup = std::vector<GroupMember>;

inline LaneMask lanes_of(const WarpGroup& group) {
  LaneMask lanes = 0;
  for (const GroupMember& member : group) lanes |= member.lanes;
  return lanes;
}
/// The home warp of the group's first lane.
std::uint16_t home_of(const WarpGroup& group);
/// These lanes of the warp join the group, in which they are free.
void join(WarpGroup& group, GroupMember member);

/// A group for each warp that has some of the lanes.
std::vector<WarpGroup> static_groups(const BlockLanes& lanes);
/// The k-th thread of each home lane, in the order of the warps, is in group k: as many groups as
/// the lane with the most threads has.
std::vector<WarpGroup> compacted_groups(const BlockLanes& lanes);

}  // namespace heddle::exec
