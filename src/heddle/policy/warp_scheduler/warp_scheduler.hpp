// Chooses which eligible warp issues next. There is one object for each SM. In each cycle the SM
// calls pick() once for each issue slot that has a candidate, and reports the issued entity. The
// slot with which the SM begins rotates: in each cycle the SM begins with the next slot.
#pragma once

#include <string_view>

#include "heddle/policy/sm_policy.hpp"
#include "heddle/policy/warp_scheduler/selective_scheduler.hpp"

namespace heddle::policy {

class WarpScheduler : public SmPolicy {
 public:
  static constexpr std::string_view kKind = "warp_scheduler";
  static constexpr std::string_view kDecides = "which eligible warp issues";
  /// The policy of a machine that names no warp_scheduler.
  static constexpr std::string_view kDefault = "lrr";

  /// Returns one of `candidates` (never empty). Returns model::kNoEntity to leave the slot idle in
  /// this cycle. The watchdog ends a run if a scheduler lets candidates wait for ever.
  virtual unsigned pick(unsigned slot, const model::EntityMask& candidates) = 0;
  virtual void issued(unsigned /*slot*/, unsigned /*entity*/) {}

  /// Returns the interface of a scheduler that considers only some entities of a slot; null: it
  /// considers all entities. Called once, after attach().
  virtual SelectiveScheduler* selective() { return nullptr; }
};

}  // namespace heddle::policy
