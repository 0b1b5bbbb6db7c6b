// A warp that is formed from threads of several warps of the contexts, where the organisation forms
// warps: where it is, who its threads are, and what its last instruction has done.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/step.hpp"
#include "heddle/exec/warp_group.hpp"

namespace heddle::core {

struct FormedWarp {
  /// What the last instruction has done to the lanes of a member.
  struct Result {
    exec::PathOutcome outcome;
    exec::BarrierArrival barrier;  ///< valid for barriers of which a lane executes
    LaneMask executed = 0;         ///< lanes whose guard holds
  };

  exec::StackEntry frame;                       ///< where it is; of the lanes nothing is said
  exec::WarpGroup group;                        ///< the numbers are those of contexts
  std::vector<Result> results;                  ///< by member
  exec::StepKind kind = exec::StepKind::plain;  ///< of the last instruction
  std::uint32_t passed = 0;  ///< the fewest points of reconvergence that one of its threads passed
  std::uint64_t serial = 0;  ///< in a pool: counts its warps in the order in which they begin
  std::uint32_t services = 0;  ///< of the host that it waits for
  std::uint32_t delay = 1;     ///< cycles from the last instruction to the next, if nothing waits
  bool before_warp_wide = false;  ///< it stops before the instruction, not behind the last one
};

}  // namespace heddle::core
