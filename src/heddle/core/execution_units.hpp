// The pipelines of an SM, and the operand collectors in front of them. Each knows when it is free;
// nothing is stepped.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/core/specs.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// By lane group and kind; lanes that execute one instruction after the other are one kind.
class ExecutionUnits {
 public:
  ExecutionUnits(const ExecutionSpec& spec, const policy::Shape& shape)
      : sequential_(shape.sequential_lanes != 0), units_(shape.lane_groups * kUnitKinds) {
    for (std::size_t i = 0; i < units_.size(); ++i) {
      const UnitSpec& kind = spec.units[i % kUnitKinds];
      units_[i].pipelines.assign(sequential_ ? shape.sequential_lanes : kind.count, 0);
      if (!sequential_) units_[i].collectors.assign(kind.collectors, 0);
    }
  }

  bool can_take(unsigned group, UnitKind kind, Cycle now) const {
    return next_free(group, kind) <= now;
  }
  /// When an instruction may next issue to the unit.
  Cycle next_free(unsigned group, UnitKind kind) const {
    return units_[index(group, kind)].next_free;
  }
  /// Takes an instruction whose operands are there at `ready`, for `occupancy` cycles of the
  /// pipeline that is free first. Returns the cycle in which it enters.
  Cycle take(unsigned group, UnitKind kind, Cycle ready, std::uint32_t occupancy) {
    if (kind == UnitKind::control && !sequential_) return ready;
    Unit& unit = units_[index(group, kind)];
    Cycle& pipeline = first_free(unit.pipelines);
    const Cycle start = std::max(ready, pipeline);
    pipeline = start + occupancy;
    if (unit.collectors.empty()) {
      unit.next_free = first_free(unit.pipelines);
    } else {
      first_free(unit.collectors) = start + 1;
      unit.next_free = first_free(unit.collectors);
    }
    return start;
  }

 private:
  struct Unit {
    std::vector<Cycle> pipelines;   ///< when each is free
    std::vector<Cycle> collectors;  ///< likewise
    Cycle next_free = 0;            ///< the least of the collectors, or else of the pipelines
  };
  /// Without branches: which one it is cannot be foreseen.
  static Cycle& first_free(std::vector<Cycle>& all) {
    Cycle* const begin = all.data();
    std::size_t first = 0;
    for (std::size_t i = 1; i < all.size(); ++i) first = begin[i] < begin[first] ? i : first;
    return begin[first];
  }
  std::size_t index(unsigned group, UnitKind kind) const {
    return group * kUnitKinds + (sequential_ ? 0 : static_cast<unsigned>(kind));
  }

  bool sequential_;
  std::vector<Unit> units_;
};

}  // namespace heddle::core
