// So many places in every cycle, taken for cycles to come, in any order: a port, a bus, anything
// that serves a fixed number a cycle and is reserved rather than polled.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle {

class Calendar {
 public:
  /// What is reserved lies less than so many cycles behind the cycle in which it is.
  static constexpr Cycle kHorizon = 2048;

  /// `places` a cycle, at most 65535; 0: without limit.
  explicit Calendar(std::uint32_t places) : places_(static_cast<std::uint16_t>(places)) {}

  /// Takes a place in the first cycle from `wanted` on that has one, and returns that cycle.
  Cycle reserve(Cycle wanted) {
    if (places_ == 0) return wanted;
    // Whoever must wait mostly finds the cycles full that the one before has found full.
    Cycle cycle = wanted >= full_begin_ && wanted < full_end_ ? full_end_ : wanted;
    while (taken(cycle) == places_) ++cycle;
    const Cycle end = ++taken(cycle) == places_ ? cycle + 1 : cycle;
    if (wanted >= full_begin_ && wanted <= full_end_) {
      full_end_ = end;
    } else if (end > wanted) {
      full_begin_ = wanted;
      full_end_ = end;
    }
    return cycle;
  }

 private:
  static constexpr Cycle kDays = 2 * kHorizon;  ///< those that may still be reserved, and the past

  std::uint16_t& taken(Cycle cycle) {
    if (cycle >= end_) {
      const Cycle first = std::max(end_, cycle < kDays ? 0 : cycle - kDays + 1);
      for (Cycle day = first; day <= cycle; ++day) days_[day % kDays] = 0;
      end_ = cycle + 1;
    }
    return days_[cycle % kDays];
  }

  std::uint16_t places_;
  Cycle full_begin_ = 0, full_end_ = 0;      ///< a stretch in which no place is left
  Cycle end_ = 0;                            ///< cycles before it are in `days_`
  std::array<std::uint16_t, kDays> days_{};  ///< places taken
};

}  // namespace heddle
