// The number of a kernel's warps that WarpMan allows on an SM. The kernel's quota is the number of
// warps in the whole blocks that fit, as under block-level management. Fragments are registers and
// slots that are too few for a whole block. A warp beyond the quota uses fragments.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include "heddle/policy/residency/residency.hpp"

namespace heddle::policy::warpman {

/// When fragments are used. `temp`: never (the study's temporal management). `temp_spatial`: always
/// (the study's temporal with spatial management). `dueling`: as the faster of two SMs does, one of
/// which uses fragments. `threshold`: only while the SM has few warps.
enum class Mode : std::uint8_t { temp, temp_spatial, dueling, threshold };
inline constexpr std::array<std::string_view, 4> kModeNames = {"temp", "temp_spatial", "dueling",
                                                               "threshold"};

/// The warps that have to wait while the SM has `threshold` warps or more. `spatial`: warps beyond
/// the quota. `all`: all warps that do not start with their block.
enum class Scope : std::uint8_t { spatial, all };
inline constexpr std::array<std::string_view, 2> kScopeNames = {"spatial", "all"};

struct Rules {
  Mode mode = Mode::temp_spatial;
  /// For Mode::threshold: if an SM has this number of warps or more, the warps of `scope` wait.
  std::uint32_t threshold = 36;
  Scope scope = Scope::spatial;
};

inline std::uint64_t remaining(std::uint64_t limit, std::uint64_t used) {
  return limit - std::min(limit, used);
}

/// Returns how many more warps of the kernel may start, of a whole or a partial block. `fragments`:
/// whether the SM uses fragments; counts only in a duel.
inline std::uint64_t allowed(const Rules& rules, bool fragments, const Room& room,
                             const model::BlockDemand& demand) {
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t within = remaining(demand.quota, room.kernel_warps);
  switch (rules.mode) {
    case Mode::temp:
      return within;
    case Mode::temp_spatial:
      return kAny;
    case Mode::dueling:
      return fragments ? kAny : within;
    default:
      return std::max(within, remaining(rules.threshold, room.all_warps));
  }
}

/// Returns how many more warps of the kernel may start from a partial block. If the block is alone
/// on the SM, all its warps may start: otherwise they could wait for ever, since no other warp
/// would end and return resources.
inline std::uint64_t allowed_apart(const Rules& rules, bool fragments, const Room& room,
                                   const model::BlockDemand& demand) {
  if (rules.mode != Mode::threshold || rules.scope != Scope::all)
    return allowed(rules, fragments, room, demand);
  return room.alone ? demand.warps : remaining(rules.threshold, room.all_warps);
}

}  // namespace heddle::policy::warpman
