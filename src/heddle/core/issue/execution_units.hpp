// The pipelines of an SM, and the operand collectors in front of them. Each knows when it is free;
// nothing is stepped.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "heddle/base/text/wrapped.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// Equal places, each held until a cycle; who comes takes the one that is free first.
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
  /// Holds the place that is free first.
  void hold(Cycle until) {
    const std::uint32_t place = std::exchange(first_, after(first_));
    // Most are held longer than all others: then the ring is in order.
    if (until < latest_) [[unlikely]]
      return hold_before_others(place, until);
    free_[place] = until;
    latest_ = until;
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
    latest_ = free_[before(first_)];
  }

 private:
  /// Moves the empty place of the ring, its last one, forward to where the order wants `until`.
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

  std::vector<Cycle> free_;  ///< a ring, in order from `first_` on
  std::uint32_t count_ = 0, first_ = 0;
  Cycle latest_ = 0;  ///< of `free_`
};

/// By lane group and kind. Lanes that execute one instruction after the other are one kind, beside
/// which the scalar unit is another; lanes that overlap have a pipeline of each kind behind an
/// instruction register.
class ExecutionUnits {
 public:
  ExecutionUnits(const ExecutionSpec& spec, const policy::Shape& shape);

  // `kPlain`: the SM is plain (plain_shape.hpp).
  template <bool kPlain = false>
  bool can_take(unsigned group, UnitKind kind, Cycle now) const {
    return next_free<kPlain>(group, kind) <= now;
  }
  /// From this cycle on every unit can take one, if nothing more is taken.
  Cycle all_free() const { return all_free_; }
  /// When an instruction may next issue to the unit.
  template <bool kPlain = false>
  Cycle next_free(unsigned group, UnitKind kind) const {
    return next_free_[index<kPlain>(group, kind)];
  }
  /// When an instruction that issues next, and whose operands are there at `ready`, enters: later
  /// than it issues where it waits for its pipeline.
  Cycle entry(unsigned group, UnitKind kind, Cycle ready) const {
    return std::max(ready, units_[index<false>(group, kind)].pipelines.next_free());
  }
  /// Takes an instruction whose operands are there at `ready`, for `occupancy` cycles of the
  /// pipeline that is free first. Returns the cycle in which it enters.
  template <bool kPlain = false>
  [[gnu::always_inline]] Cycle take(unsigned group, UnitKind kind, Cycle ready,
                                    std::uint32_t occupancy) {
    if (kind == UnitKind::control && (kPlain || !control_holds_)) return ready;
    const std::size_t which = index<kPlain>(group, kind);
    Unit& unit = units_[which];
    const Cycle start = std::max(ready, unit.pipelines.next_free());
    unit.pipelines.hold(start + occupancy);
    if (!kPlain && !registers_.empty()) {
      registers_[group].hold(start + 1);
      update(group);
      return start;
    }
    if (!unit.collectors.empty()) unit.collectors.hold(start + 1);
    next_free_[which] = unit.next_free();
    all_free_ = std::max(all_free_, next_free_[which]);
    return start;
  }

  // Where lanes are sequential: an instruction may hold its lane for longer than could be foreseen.
  /// A lane of the group that an access holds until `until` is held until `release`. Of lanes that
  /// overlap only the pipeline of kind memory is.
  void hold_open(unsigned group, Cycle until) {
    change(group, until, kNever);
    all_free_ = kNever;
  }
  /// A lane of the group that was held open is free at `at`.
  void release(unsigned group, Cycle at) {
    change(group, kNever, at);
    all_free_ = 0;
    for (const Cycle each : next_free_) all_free_ = std::max(all_free_, each);
  }

 private:
  struct Unit {
    Places pipelines, collectors;

    /// The first of the collectors, or else of the pipelines.
    Cycle next_free() const {
      return collectors.empty() ? pipelines.next_free() : collectors.next_free();
    }
  };
  void change(unsigned group, Cycle from, Cycle to) {
    const std::size_t which = index<false>(group, UnitKind::memory);
    units_[which].pipelines.change(from, to);
    if (registers_.empty())
      next_free_[which] = units_[which].next_free();
    else
      update(group);
  }
  /// Where lanes overlap: what `next_free` says of the group. An instruction issues to an
  /// instruction register, unless nobody knows when its pipeline is free.
  void update(unsigned group);
  template <bool kPlain>
  std::size_t index(unsigned group, UnitKind kind) const {
    const auto number = static_cast<unsigned>(kind);
    return kPlain ? number : group * kUnitKinds + unit_of_[number];
  }

  std::array<std::uint8_t, kUnitKinds> unit_of_;  ///< by kind: whose pipelines it takes
  bool control_holds_;                            ///< control instructions hold a lane
  Cycle all_free_ = 0;
  std::vector<Unit> units_;
  std::vector<Cycle> next_free_;   ///< by unit
  std::vector<Places> registers_;  ///< by lane group: of lanes that overlap
};

}  // namespace heddle::core
