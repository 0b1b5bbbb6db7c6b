// A warp that is formed from threads of several warps. Each thread keeps its home lane, because its
// registers are there. The lanes of the members are therefore disjoint.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/paths/block_lanes.hpp"

namespace heddle::exec {

/// The home warp of some threads of the group, and their home lanes.
struct GroupMember {
  std::uint16_t warp = 0;  ///< number of the warp in its block, or of its context on an SM
  LaneMask lanes = 0;
  bool operator==(const GroupMember&) const = default;
};

using WarpGroup = std::vector<GroupMember>;

inline LaneMask lanes_of(const WarpGroup& group) {
  LaneMask lanes = 0;
  for (const GroupMember& member : group) lanes |= member.lanes;
  return lanes;
}
/// Returns the home warp of the group's first lane.
std::uint16_t home_of(const WarpGroup& group);
/// Adds the member to the group. The group must not use these lanes yet.
void join(WarpGroup& group, GroupMember member);

/// Returns one group for each warp that has some of the lanes.
std::vector<WarpGroup> static_groups(const BlockLanes& lanes);
/// Puts the k-th thread of each home lane, in the order of the warps, into group k. The number of
/// groups is the number of threads of the home lane that has the most threads.
std::vector<WarpGroup> compacted_groups(const BlockLanes& lanes);

}  // namespace heddle::exec
