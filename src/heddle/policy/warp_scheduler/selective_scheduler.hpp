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
  /// Called before the set of throttled entities changes. sm().gated is still the old set.
  virtual void gates_change() {}
  /// Returns the entities of the slot that the scheduler considers from cycle `from` on, and the
  /// first cycle in which it may consider other entities. This cycle is later than `from` and at
  /// most `until`. No event occurs between `from` and `until`. Successive calls for a slot cover
  /// increasing cycles, each cycle at most once.
  virtual Look look(unsigned slot, Cycle from, Cycle until) = 0;
  /// Returns what look() would return for the cycles from `from` to `until`. Each Look begins where
  /// the previous Look ends, and the last Look ends at `until`.
  virtual std::vector<Look> looks(unsigned slot, Cycle from, Cycle until) const = 0;
};

}  // namespace heddle::policy
