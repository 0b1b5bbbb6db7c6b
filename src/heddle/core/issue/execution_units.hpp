// The pipelines of an SM, and the operand collectors in front of them. Each unit knows when it is
// free, so no unit needs work in every cycle.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "heddle/base/text/wrapped.hpp"
#include "heddle/core/terms/shapes.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// A number of equal entries, for example pipelines, each of which is occupied until a known cycle.
/// A new user gets the entry that becomes free first.
class Places {
 public:
  void resize(std::uint32_t count) {
    free_.assign(count, 0);
    count_ = count;
    first_ = 0;
    latest_ = 0;
  }
  bool empty() const { return count_ == 0; }
  Cycle next_free() const { return free_[first_]; }
  /// Occupies the entry that becomes free first, until cycle `until`.
  void hold(Cycle until) {
    const std::uint32_t place = std::exchange(first_, after(first_));
    // Most users occupy their entry longer than all earlier users. The ring then stays sorted.
    if (until < latest_) [[unlikely]]
      return hold_before_others(place, until);
    free_[place] = until;
    latest_ = until;
  }
  /// Changes the end of the occupancy of one entry from cycle `from` to cycle `to`.
  void change(Cycle from, Cycle to) {
    std::uint32_t place = first_;
    while (free_[place] != from) place = after(place);
    for (; place != first_ && free_[before(place)] > to; place = before(place))
      free_[place] = free_[before(place)];
    for (; after(place) != first_ && free_[after(place)] < to; place = after(place))
      free_[place] = free_[after(place)];
    free_[place] = to;
    latest_ = free_[before(first_)];
  }

 private:
  /// Occupies `place`, the last entry of the ring, until cycle `until`. Moves it forward so that
  /// the ring stays sorted.
  [[gnu::noinline]] void hold_before_others(std::uint32_t place, Cycle until) {
    for (std::uint32_t last = before(place); place != first_ && free_[last] > until;
         last = before(last)) {
      free_[place] = free_[last];
      place = last;
    }
    free_[place] = until;
    latest_ = free_[before(first_)];
  }
  std::uint32_t after(std::uint32_t i) const { return wrapped(i + 1, count_); }
  std::uint32_t before(std::uint32_t i) const { return (i == 0 ? count_ : i) - 1; }

  /// By entry: the cycle in which it becomes free; a ring sorted from `first_` on.
  std::vector<Cycle> free_;
  std::uint32_t count_ = 0, first_ = 0;
  Cycle latest_ = 0;  ///< the latest cycle in `free_`
};

/// Units by lane group and kind. If lanes execute one instruction after the other, all kinds share
/// one unit, except for the scalar unit. If lanes overlap, each kind has a pipeline of its own
/// behind an instruction register.
class ExecutionUnits {
 public:
  ExecutionUnits(const ExecutionSpec& spec, const policy::Shape& shape);

  template <typename Shape = GeneralShape>
  bool can_take(unsigned group, UnitKind kind, Cycle now) const {
    return next_free<Shape>(group, kind) <= now;
  }
  /// Returns a cycle from which every unit can take an instruction, if no unit takes one before
  /// that cycle.
  Cycle all_free() const { return all_free_; }
  /// The first cycle in which an instruction may issue to the unit.
  template <typename Shape = GeneralShape>
  Cycle next_free(unsigned group, UnitKind kind) const {
    return next_free_[index<Shape>(group, kind)];
  }
  /// Returns the cycle in which the next instruction enters a pipeline of the unit. `ready`: when
  /// its operands are available. An instruction can wait for its pipeline after its issue.
  Cycle entry(unsigned group, UnitKind kind, Cycle ready) const {
    return std::max(ready, units_[index<GeneralShape>(group, kind)].pipelines.next_free());
  }
  /// Takes an instruction whose operands are available at `ready`. The instruction occupies the
  /// pipeline that becomes free first, for `occupancy` cycles. Returns the cycle in which the
  /// instruction enters the pipeline.
  template <typename Shape = GeneralShape>
  [[gnu::always_inline]] Cycle take(unsigned group, UnitKind kind, Cycle ready,
                                    std::uint32_t occupancy) {
    if (kind == UnitKind::control && (!Shape::kMayPaceLanes || !control_holds_)) return ready;
    const std::size_t which = index<Shape>(group, kind);
    Unit& unit = units_[which];
    const Cycle start = std::max(ready, unit.pipelines.next_free());
    unit.pipelines.hold(start + occupancy);
    if (Shape::kMayPaceLanes && !registers_.empty()) {
      registers_[group].hold(start + 1);
      update(group);
      return start;
    }
    if (!unit.collectors.empty()) unit.collectors.hold(start + 1);
    next_free_[which] = unit.next_free();
    all_free_ = std::max(all_free_, next_free_[which]);
    return start;
  }

  // For sequential lanes. The cycles for which an access occupies its lane are not always known at
  // its issue.
  /// Keeps a lane of the group occupied until release() is called. It is a lane that an access has
  /// occupied until `until`. If lanes overlap, this concerns only the lane's memory pipeline.
  void hold_open(unsigned group, Cycle until) {
    change(group, until, kNever);
    all_free_ = kNever;
  }
  /// Frees a lane of the group that hold_open() keeps occupied, at cycle `at`.
  void release(unsigned group, Cycle at) {
    change(group, kNever, at);
    all_free_ = 0;
    for (const Cycle each : next_free_) all_free_ = std::max(all_free_, each);
  }

 private:
  struct Unit {
    Places pipelines, collectors;

    /// Returns when a collector becomes free; without collectors, when a pipeline becomes free.
    Cycle next_free() const {
      return collectors.empty() ? pipelines.next_free() : collectors.next_free();
    }
  };
  void change(unsigned group, Cycle from, Cycle to) {
    const std::size_t which = index<GeneralShape>(group, UnitKind::memory);
    units_[which].pipelines.change(from, to);
    if (registers_.empty())
      next_free_[which] = units_[which].next_free();
    else
      update(group);
  }
  /// For lanes that overlap: updates `next_free_` of the group. An instruction can issue when an
  /// instruction register is free, unless it is unknown when the pipeline becomes free.
  void update(unsigned group);
  template <typename Shape>
  std::size_t index(unsigned group, UnitKind kind) const {
    const auto number = static_cast<unsigned>(kind);
    return Shape::kMayCutWarps ? group * kUnitKinds + unit_of_[number] : number;
  }

  std::array<std::uint8_t, kUnitKinds> unit_of_;  ///< by kind: the kind whose pipelines it uses
  bool control_holds_;                            ///< control instructions occupy a lane
  Cycle all_free_ = 0;
  std::vector<Unit> units_;
  /// By unit: the first cycle in which an instruction may issue to it.
  std::vector<Cycle> next_free_;
  std::vector<Places> registers_;  ///< by lane group: instruction registers, only if lanes overlap
};

}  // namespace heddle::core
