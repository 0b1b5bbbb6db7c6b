// Which of the eligible warps issues next: one object an SM. The SM asks once for each of its issue
// slots with a candidate, from a slot that moves on by one each cycle, and tells what was issued.
#pragma once

#include <string_view>
#include <vector>

#include "heddle/policy/sm_policy.hpp"

namespace heddle::policy {

class WarpScheduler : public SmPolicy {
 public:
  static constexpr std::string_view kKind = "warp_scheduler";

  /// One of `candidates` (never empty), or model::kNoEntity to let the slot idle this cycle. The
  /// watchdog ends a run in which it lets candidates wait for ever.
  virtual unsigned pick(unsigned slot, const model::EntityMask& candidates) = 0;
  virtual void issued(unsigned /*slot*/, unsigned /*entity*/) {}

  /// If so, it looks at some of a slot's entities only, and a cycle without an issue is explained
  /// by what these wait for: look() is asked. Asked once, after attach().
  virtual bool looks_at_some() const { return false; }
  struct Look {
    model::EntityMask entities{};
    Cycle until = 0;  ///< it looks at these in the cycles before
  };
  /// Of one that looks at some: whom the throttle holds is about to change; sm().gated is who was
  /// held in the cycles before this one.
  virtual void gates_change() {}
  /// The entities of the slot that it looks at in cycle `from`, and how long it goes on to, before
  /// `until`: entities of this slot alone, and a cycle after `from`, at most `until`. Nothing
  /// happens in these cycles; each is asked of once at most, in order.
  virtual Look look(unsigned /*slot*/, Cycle /*from*/, Cycle until) { return {.until = until}; }
  /// What look() would say of these cycles, one after the other: each look begins where the one
  /// before ends, and the last ends at `until`.
  virtual std::vector<Look> looks(unsigned /*slot*/, Cycle /*from*/, Cycle /*until*/) const {
    return {};
  }
};

}  // namespace heddle::policy
