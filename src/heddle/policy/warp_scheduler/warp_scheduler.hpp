// Which of the eligible warps issues next: one object an SM. The SM asks once for each of its issue
// slots with a candidate, in slot order, and tells what was issued.
#pragma once

#include <string_view>

#include "heddle/policy/sm_policy.hpp"

namespace heddle::policy {

class WarpScheduler : public SmPolicy {
 public:
  static constexpr std::string_view kKind = "warp_scheduler";

  /// One of `candidates` (never empty), or model::kNoEntity to let the slot idle this cycle.
  virtual unsigned pick(unsigned slot, const model::EntityMask& candidates) = 0;
  virtual void issued(unsigned /*slot*/, unsigned /*entity*/) {}
};

}  // namespace heddle::policy
