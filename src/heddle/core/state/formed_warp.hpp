// A warp that the organisation forms from threads of several contexts' warps: its position, its
// threads, and the effects of its last instruction.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/paths/warp_group.hpp"
#include "heddle/exec/step/step.hpp"

namespace heddle::core {

struct FormedWarp {
  /// The effects of the last instruction on the lanes of a member.
  struct Result {
    exec::PathOutcome outcome;
    exec::BarrierArrival barrier;  ///< valid if one of the lanes executes a barrier
    LaneMask executed = 0;         ///< lanes whose guard is true
  };

  exec::StackEntry frame;                       ///< the warp's position; its `lanes` are not used
  exec::WarpGroup group;                        ///< its warp numbers are context numbers
  std::vector<Result> results;                  ///< by member
  exec::StepKind kind = exec::StepKind::plain;  ///< kind of the last instruction
  /// In a pool: the pc at which all threads continue after the last instruction; kNoPc: they
  /// continue at several pcs, or some of them wait at a barrier or have ended.
  Pc next = kNoPc;
  /// In a pool: the smallest number of reconvergence points that any of its threads has passed.
  std::uint32_t passed = 0;
  /// In a pool: the warp's number among all warps that the pool has formed, from 1, in the order in
  /// which their formation began.
  std::uint64_t serial = 0;
  std::uint32_t services = 0;  ///< number of services of the host for which the warp still waits
  Cycle goes_on = 0;  ///< cycle from which the next instruction may issue if nothing else delays it
  /// True: the warp stops before its warp-wide instruction. False: it stops after its last
  /// instruction.
  bool before_warp_wide = false;

  /// Cycles from `now` to `goes_on`.
  std::uint32_t delay(Cycle now) const {
    return goes_on > now ? static_cast<std::uint32_t>(goes_on - now) : 0;
  }
};

}  // namespace heddle::core
