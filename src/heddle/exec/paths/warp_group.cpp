#include "heddle/exec/paths/warp_group.hpp"

#include <algorithm>

namespace heddle::exec {

std::uint16_t home_of(const WarpGroup& group) {
  const auto first = [](const GroupMember& member) { return first_lane(member.lanes); };
  return std::ranges::min_element(group, {}, first)->warp;
}

void join(WarpGroup& group, GroupMember member) {
  const auto known = std::ranges::find(group, member.warp, &GroupMember::warp);
  if (known == group.end())
    group.push_back(member);
  else
    known->lanes |= member.lanes;
}

std::vector<WarpGroup> static_groups(const BlockLanes& lanes) {
  std::vector<WarpGroup> groups;
  for (unsigned warp = 0; warp < lanes.warp.size(); ++warp) {
    if (lanes.warp[warp] != 0)
      groups.push_back({{static_cast<std::uint16_t>(warp), lanes.warp[warp]}});
  }
  return groups;
}

std::vector<WarpGroup> compacted_groups(const BlockLanes& lanes) {
  std::vector<WarpGroup> groups;
  std::vector<LaneMask> taken;  // indexed by group
  for (unsigned warp = 0; warp < lanes.warp.size(); ++warp) {
    LaneMask left = lanes.warp[warp];
    for (std::size_t k = 0; left != 0; ++k) {
      if (k == groups.size()) {
        groups.emplace_back();
        taken.push_back(0);
      }
      const LaneMask fit = left & ~taken[k];
      if (fit == 0) continue;
      groups[k].push_back({static_cast<std::uint16_t>(warp), fit});
      taken[k] |= fit;
      left &= ~fit;
    }
  }
  return groups;
}

}  // namespace heddle::exec
