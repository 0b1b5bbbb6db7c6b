// The next cycles of units of one kind, to find the units with work. Most units of a large machine
// often sleep, so units are looked at in groups.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::gpu {

class DueUnits {
 public:
  /// `next`: by unit, its next cycle as far as the unit itself knows. The caller keeps it alive.
  explicit DueUnits(std::span<const Cycle> next) : next_(next), receives_(next.size()) {}

  /// Whether something from outside may give the unit work sooner: a credit or a reply. Host
  /// threads may set the marks of different units at the same time.
  bool receives(std::size_t unit) const { return receives_[unit] != 0; }
  void set_receives(std::size_t unit, bool value) { receives_[unit] = value ? 1 : 0; }

  /// Lists the units with work before `until`, in order of their numbers. `of(unit)`: next cycle of
  /// a unit that receives.
  template <typename Next>
  void list(Cycle until, Next&& of, std::vector<std::uint32_t>& due) const {
    due.clear();
    for (std::size_t first = 0; first < next_.size(); first += kGroup) {
      if (lower_bound(first) >= until) continue;
      for (std::size_t i = first; i < std::min(first + kGroup, next_.size()); ++i)
        if (next_[i] < until || (receives(i) && of(i) < until))
          due.push_back(static_cast<std::uint32_t>(i));
    }
  }
  void list_all(std::vector<std::uint32_t>& units) const {
    units.resize(next_.size());
    std::iota(units.begin(), units.end(), 0u);
  }
  /// Returns the next cycle of all units, or a cycle before `limit` in which a unit has work.
  template <typename Next>
  Cycle next(Cycle limit, Next&& of) const {
    Cycle next = kNever;
    for (std::size_t first = 0; first < next_.size() && next >= limit; first += kGroup) {
      if (lower_bound(first) >= next) continue;
      for (std::size_t i = first; i < std::min(first + kGroup, next_.size()); ++i)
        next = std::min(next, receives(i) ? of(i) : next_[i]);
    }
    return next;
  }

 private:
  static constexpr std::size_t kGroup = 8;

  /// A lower bound of the next cycles of a group. The last group may have less units.
  Cycle lower_bound(std::size_t first) const {
    if (first + kGroup > next_.size()) return 0;
    std::uint64_t any;
    static_assert(sizeof any == kGroup);
    std::memcpy(&any, &receives_[first], sizeof any);
    Cycle lowest = any != 0 ? 0 : kNever;
    for (std::size_t i = 0; i < kGroup; ++i) lowest = std::min(lowest, next_[first + i]);
    return lowest;
  }

  std::span<const Cycle> next_;
  std::vector<std::uint8_t> receives_;
};

}  // namespace heddle::gpu
