// A warp that is formed from threads of several warps of the contexts, where the organisation forms
// warps: where it is, who its threads are, and what its last instruction has done.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/paths/warp_group.hpp"
#include "heddle/exec/step/step.hpp"

namespace heddle::core {

struct FormedWarp {
  /// What the last instruction has done to the lanes of a member.
  struct Result {
    exec::PathOutcome outcome;
    exec::BarrierArrival barrier;  ///< valid for barriers of which a lane executes
    LaneMask executed = 0;         ///< lanes whose guard holds
  };

  exec::StackEntry frame;                       ///< where it is; the lanes are undefined
  exec::WarpGroup group;                        ///< the numbers are those of contexts
  std::vector<Result> results;                  ///< by member
  exec::StepKind kind = exec::StepKind::plain;  ///< of the last instruction
  /// In a pool: where all threads go on after the last instruction; kNoPc: at several places, or
  /// some of them wait at a barrier or have ended.
  Pc next = kNoPc;
  /// In a pool: the fewest points where diverged paths meet that one of its threads has passed.
  std::uint32_t passed = 0;
  /// In a pool: counts the pool's warps in the order in which they begin to form, from 1.
  std::uint64_t serial = 0;
  std::uint32_t services = 0;     ///< of the host that it waits for
  Cycle goes_on = 0;              ///< when its next instruction may issue, if nothing waits
  bool before_warp_wide = false;  ///< it stops before the instruction, not behind the last one

  /// Cycles from `now` to `goes_on`.
  std::uint32_t delay(Cycle now) const {
    return goes_on > now ? static_cast<std::uint32_t>(goes_on - now) : 0;
  }
};

}  // namespace heddle::core
