// What a warp scheduler answers that looks at some of a slot's entities only: a cycle without an
// issue is explained by what these wait for. Most schedulers look at all entities of the slot.
#pragma once

#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::policy {

class SelectiveScheduler {
 public:
  struct Look {
    model::EntityMask entities{};
    Cycle until = 0;  ///< the scheduler looks at these in the cycles before
  };

  virtual ~SelectiveScheduler() = default;
  /// Whom the throttle holds is about to change. sm().gated is who was held in the cycles before
  /// this one.
  virtual void gates_change() {}
  /// The entities of the slot that the scheduler looks at in cycle `from`, and how long it goes on
  /// to, before `until`: entities of this slot alone, and a cycle after `from`, at most `until`.
  /// Nothing happens in these cycles. Each is asked of once at most, in order.
  virtual Look look(unsigned slot, Cycle from, Cycle until) = 0;
  /// What look() would say of these cycles, one after the other: each look begins where the one
  /// before ends, and the last ends at `until`.
  virtual std::vector<Look> looks(unsigned slot, Cycle from, Cycle until) const = 0;
};

}  // namespace heddle::policy
