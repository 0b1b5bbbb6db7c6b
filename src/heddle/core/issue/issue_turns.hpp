// Decides which slot of an SM chooses first in a cycle. Slots share pipelines and the queue of the
// load-store unit. The slot that chooses first gets an entry that has just become free. With turns
// by grants, the next slot becomes first when a unit takes an instruction. With turns by cycles,
// the first slot changes every cycle, so that a unit that is free every fourth cycle always meets
// the same one of four slots. With turns by number, slot 0 always chooses first, and another slot
// never delays it.
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
  IssueTurns(IssueTurnRule rule, const ExecutionSpec& execution, std::uint32_t slots);

  /// Makes slot 0 the first again if a block has come to the empty SM since the last call.
  /// `occupied_since`: the cycle in which a block last came to the empty SM.
  void restart(Cycle occupied_since) {
    if (occupied_since == occupied_since_) return;
    occupied_since_ = occupied_since;
    next_ = {};
  }
  /// Returns the slot that chooses first. `available`: the entities that may issue. If one of them
  /// needs a scarce unit, the turn of the first such unit decides; otherwise the turn of all other
  /// units decides.
  template <typename Mask>
  unsigned first(const EntityTable& table, const Mask& available, Cycle now) const {
    for (unsigned i = 0; i < scarce_count_; ++i)
      if (available.intersects(model::as<Mask>(table.wanting(scarce_[i])))) return next_[i];
    if (rule_ != IssueTurnRule::by_grant) [[unlikely]]
      return rule_ == IssueTurnRule::by_number ? 0 : (now - occupied_since_) % slots_;
    return next_[scarce_count_];
  }
  /// Notes that the unit takes an instruction of the slot.
  void took(UnitKind unit, unsigned slot) {
    next_[turn_of_[static_cast<std::size_t>(unit)]] =
        static_cast<std::uint16_t>(wrapped(slot + 1, slots_));
  }

 private:
  IssueTurnRule rule_;
  std::uint32_t slots_;
  Cycle occupied_since_ = kNever;
  unsigned scarce_count_ = 0;  ///< 0 unless turns are by grants
  /// Kinds of units with fewer pipelines than there are slots, by rising number of lanes. The
  /// load-store unit is the first entry, since its queue may be full.
  std::array<UnitKind, kUnitKinds> scarce_{};
  /// The slot that chooses first, by scarce kind. The last entry is for all other kinds.
  std::array<std::uint16_t, kUnitKinds + 1> next_{};
  std::array<std::uint8_t, kUnitKinds> turn_of_{};  ///< by kind: index into `next_`
};

}  // namespace heddle::core
