// The pipelines of an SM, and the operand collectors in front of them. Each knows when it is free;
// nothing is stepped.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "heddle/core/specs.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// Equal places, each held until a cycle; who comes takes the one that is free first.
class Places {
 public:
  void resize(std::uint32_t count) {
    free_.assign(count, 0);
    count_ = count;
  }
  bool empty() const { return count_ == 0; }
  Cycle next_free() const { return free_[first_]; }
  /// Holds the place that is free first.
  void hold(Cycle until) {
    // The ring stays in order: most are held longer than all others, and then nothing moves.
    std::uint32_t place = std::exchange(first_, after(first_));
    for (std::uint32_t last = before(place); place != first_ && free_[last] > until;
         last = before(last)) {
      free_[place] = free_[last];
      place = last;
    }
    free_[place] = until;
  }
  /// A place held until `from` is held until `to`.
  void change(Cycle from, Cycle to) {
    std::uint32_t place = first_;
    while (free_[place] != from) place = after(place);
    for (; place != first_ && free_[before(place)] > to; place = before(place))
      free_[place] = free_[before(place)];
    for (; after(place) != first_ && free_[after(place)] < to; place = after(place))
      free_[place] = free_[after(place)];
    free_[place] = to;
  }

 private:
  std::uint32_t after(std::uint32_t i) const { return i + 1 == count_ ? 0 : i + 1; }
  std::uint32_t before(std::uint32_t i) const { return (i == 0 ? count_ : i) - 1; }

  std::vector<Cycle> free_;  ///< a ring, in order from `first_` on
  std::uint32_t count_ = 0, first_ = 0;
};

/// By lane group and kind; lanes that execute one instruction after the other are one kind.
class ExecutionUnits {
 public:
  ExecutionUnits(const ExecutionSpec& spec, const policy::Shape& shape)
      : sequential_(shape.sequential_lanes != 0),
        control_holds_(sequential_ && shape.control_cycles != 0),
        units_(shape.lane_groups * kUnitKinds) {
    for (std::size_t i = 0; i < units_.size(); ++i) {
      const UnitSpec& kind = spec.units[i % kUnitKinds];
      units_[i].pipelines.resize(sequential_ ? shape.sequential_lanes : kind.count);
      if (!sequential_) units_[i].collectors.resize(kind.collectors);
    }
  }

  bool can_take(unsigned group, UnitKind kind, Cycle now) const {
    return next_free(group, kind) <= now;
  }
  /// From this cycle on every unit can take one, if nothing more is taken.
  Cycle all_free() const { return all_free_; }
  /// When an instruction may next issue to the unit.
  Cycle next_free(unsigned group, UnitKind kind) const {
    return units_[index(group, kind)].next_free;
  }
  /// Takes an instruction whose operands are there at `ready`, for `occupancy` cycles of the
  /// pipeline that is free first. Returns the cycle in which it enters.
  [[gnu::always_inline]] Cycle take(unsigned group, UnitKind kind, Cycle ready,
                                    std::uint32_t occupancy) {
    if (kind == UnitKind::control && !control_holds_) return ready;
    Unit& unit = units_[index(group, kind)];
    const Cycle start = std::max(ready, unit.pipelines.next_free());
    unit.pipelines.hold(start + occupancy);
    if (unit.collectors.empty()) {
      unit.next_free = unit.pipelines.next_free();
    } else {
      unit.collectors.hold(start + 1);
      unit.next_free = unit.collectors.next_free();
    }
    all_free_ = std::max(all_free_, unit.next_free);
    return start;
  }

  // Where lanes are sequential: an instruction may hold its lane for longer than could be foreseen.
  /// A lane of the group that is held until `until` is held until `release`.
  void hold_open(unsigned group, Cycle until) {
    change(group, until, kNever);
    all_free_ = kNever;
  }
  /// A lane of the group that was held open is free at `at`.
  void release(unsigned group, Cycle at) {
    change(group, kNever, at);
    all_free_ = 0;
    for (const Unit& each : units_) all_free_ = std::max(all_free_, each.next_free);
  }

 private:
  struct Unit {
    Places pipelines, collectors;
    Cycle next_free = 0;  ///< the first of the collectors, or else of the pipelines
  };
  void change(unsigned group, Cycle from, Cycle to) {
    Unit& unit = units_[index(group, UnitKind::sp)];
    unit.pipelines.change(from, to);
    unit.next_free = unit.pipelines.next_free();
  }
  std::size_t index(unsigned group, UnitKind kind) const {
    return group * kUnitKinds + (sequential_ ? 0 : static_cast<unsigned>(kind));
  }

  bool sequential_;
  bool control_holds_;  ///< control instructions hold a lane
  Cycle all_free_ = 0;
  std::vector<Unit> units_;
};

}  // namespace heddle::core
