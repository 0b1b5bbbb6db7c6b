// Which of the eligible warps issues next: one object an SM. The SM asks once for each of its issue
// slots with a candidate, from a slot that moves on by one each cycle, and tells what was issued.
#pragma once

#include <string_view>

#include "heddle/policy/sm_policy.hpp"
#include "heddle/policy/warp_scheduler/selective_scheduler.hpp"

namespace heddle::policy {

class WarpScheduler : public SmPolicy {
 public:
  static constexpr std::string_view kKind = "warp_scheduler";
  static constexpr std::string_view kDecides = "which eligible warp issues";
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "lrr";

  /// One of `candidates` (never empty), or model::kNoEntity to let the slot idle this cycle. The
  /// watchdog ends a run in which it lets candidates wait for ever.
  virtual unsigned pick(unsigned slot, const model::EntityMask& candidates) = 0;
  virtual void issued(unsigned /*slot*/, unsigned /*entity*/) {}

  /// Null: the scheduler looks at all entities of a slot. Asked once, after attach().
  virtual SelectiveScheduler* selective() { return nullptr; }
};

}  // namespace heddle::policy
