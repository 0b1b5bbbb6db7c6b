// Interface of warp schedulers that consider only some of a slot's entities. If such a slot does
// not issue, the stall reason comes from these entities. Most schedulers consider all entities of
// the slot.
#pragma once

#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::policy {

class SelectiveScheduler {
 public:
  struct Look {
    model::EntityMask entities{};
    Cycle until = 0;  ///< first cycle in which the scheduler may consider other entities
  };

  virtual ~SelectiveScheduler() = default;
  /// Called before the set of entities that the throttle holds changes. sm().gated still has the
  /// set of the cycles before this one.
  virtual void gates_change() {}
  /// The entities of the slot that the scheduler considers from cycle `from` on, and the end of
  /// that span. The end is later than `from` and at most `until`. No event occurs in these cycles.
  /// Each cycle is asked for at most once, in order.
  virtual Look look(unsigned slot, Cycle from, Cycle until) = 0;
  /// The answers of look() for these cycles. Each look begins where the one before ends. The last
  /// ends at `until`.
  virtual std::vector<Look> looks(unsigned slot, Cycle from, Cycle until) const = 0;
};

}  // namespace heddle::policy
