// A list of values for each cycle, for example the register banks into which results are written in
// the cycle. A ring has one list for each of the next kSpan cycles. A bitmap finds the next list
// that is not empty. A heap holds the values of later cycles. The lists keep their storage, so in
// steady state nothing is allocated.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle {

template <typename Value>
class CycleLists {
 public:
  static constexpr Cycle kSpan = 64;

  /// Adds the value to the list of `cycle`. This cycle must be later than the last one that was
  /// taken.
  void add(Cycle cycle, Value value) {
    if (cycle - taken_ >= kSpan) [[unlikely]]
      return add_far(cycle, value);
    lists_[cycle % kSpan].push_back(value);
    near_ |= std::uint64_t{1} << cycle % kSpan;
    next_ = std::min(next_, cycle);
  }

  /// Returns the first cycle whose list is not empty, or kNever if there is none.
  Cycle next() const { return next_; }

  /// Empties the lists up to the list of cycle `last`, and calls visit(cycle, value) for their
  /// values, in the order of cycles.
  template <typename Visit>
  void take_until(Cycle last, Visit&& visit) {
    while (next_ <= last) {
      const Cycle cycle = next_;
      for (const Value value : lists_[cycle % kSpan]) visit(cycle, value);
      lists_[cycle % kSpan].clear();
      near_ &= ~(std::uint64_t{1} << cycle % kSpan);
      if (!far_.empty()) [[unlikely]]
        take_far(cycle, visit);
      next_ = find_next(cycle);
    }
    taken_ = last;
  }

 private:
  struct Far {
    Cycle cycle;
    Value value;
  };
  static bool later(const Far& a, const Far& b) { return a.cycle > b.cycle; }

  [[gnu::noinline]] void add_far(Cycle cycle, Value value) {
    far_.push_back({cycle, value});
    std::push_heap(far_.begin(), far_.end(), later);
    next_ = std::min(next_, cycle);
  }
  template <typename Visit>
  void take_far(Cycle cycle, Visit&& visit) {
    while (!far_.empty() && far_.front().cycle == cycle) {
      visit(cycle, far_.front().value);
      std::pop_heap(far_.begin(), far_.end(), later);
      far_.pop_back();
    }
  }
  /// Returns the first cycle after `cycle` whose list is not empty.
  Cycle find_next(Cycle cycle) const {
    const Cycle far = far_.empty() ? kNever : far_.front().cycle;
    if (near_ == 0) return far;
    const std::uint64_t from_cycle = std::rotr(near_, static_cast<int>(cycle % kSpan));
    return std::min(far, cycle + static_cast<unsigned>(std::countr_zero(from_cycle)));
  }

  Cycle taken_ = 0;  ///< all lists up to this cycle are empty
  Cycle next_ = kNever;
  std::uint64_t near_ = 0;  ///< by cycle modulo kSpan: the ring's list is not empty
  std::array<std::vector<Value>, kSpan> lists_;
  std::vector<Far> far_;  ///< values of cycles at least kSpan after `taken_`, as a heap
};

}  // namespace heddle
