// Which slot of an SM chooses first in a cycle. Slots share pipelines and the load-store unit's
// queue, and who chooses first gets the place that has just become free. The turn passes on when a
// unit takes an instruction, not with the cycle: a unit that is free every fourth cycle would
// always meet the same one of four slots.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/text/wrapped.hpp"
#include "heddle/base/types.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/terms/specs.hpp"

namespace heddle::core {

class IssueTurns {
 public:
  IssueTurns(const ExecutionSpec& execution, std::uint32_t slots);

  /// The SM has been empty, and has its first block since this cycle: slot 0 is the first again.
  void restart(Cycle occupied_since) {
    if (occupied_since == occupied_since_) return;
    occupied_since_ = occupied_since;
    next_ = {};
  }
  /// The slot that chooses first among these entities, which may issue: that whose turn it is at
  /// the first of the scarce units that one of them wants, or else at the other units.
  template <typename Mask>
  unsigned first(const EntityTable& table, const Mask& available) const {
    for (unsigned i = 0; i < scarce_count_; ++i)
      if (available.intersects(model::as<Mask>(table.wanting(scarce_[i])))) return next_[i];
    return next_[scarce_count_];
  }
  /// The unit takes an instruction of the slot.
  void took(UnitKind unit, unsigned slot) {
    next_[turn_of_[static_cast<std::size_t>(unit)]] =
        static_cast<std::uint16_t>(wrapped(slot + 1, slots_));
  }

 private:
  std::uint32_t slots_;
  Cycle occupied_since_ = kNever;
  unsigned scarce_count_ = 0;
  /// Kinds of units with fewer pipelines than there are slots, those with fewest lanes first. In
  /// front of them the load-store unit, whose queue may be full.
  std::array<UnitKind, kUnitKinds> scarce_{};
  /// By scarce kind the slot whose turn it is, and behind those that of all other kinds.
  std::array<std::uint16_t, kUnitKinds + 1> next_{};
  std::array<std::uint8_t, kUnitKinds> turn_of_{};  ///< by kind: its place in `next_`
};

}  // namespace heddle::core
