// Reservations of a resource that serves a fixed number of requests a cycle: a port, a result bus.
// A request reserves a place in a future cycle. Requests may come in any order; nothing is polled.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle {

class Calendar {
 public:
  /// A reservation lies fewer than this many cycles after the cycle in which it is made.
  static constexpr Cycle kHorizon = 2048;

  /// `places` a cycle, at most 65535; 0: no limit.
  explicit Calendar(std::uint32_t places) : places_(static_cast<std::uint16_t>(places)) {}

  /// Takes a place in the first cycle from `wanted` on that has one. Returns that cycle.
  Cycle reserve(Cycle wanted) {
    if (places_ == 0) return wanted;
    // A request that must wait mostly meets the full cycles that the request before it met.
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
  static constexpr Cycle kDays =
      2 * kHorizon;  ///< cycles that may still be reserved, and past ones

  std::uint16_t& taken(Cycle cycle) {
    if (cycle >= end_) {
      const Cycle first = std::max(end_, cycle < kDays ? 0 : cycle - kDays + 1);
      for (Cycle day = first; day <= cycle; ++day) days_[day % kDays] = 0;
      end_ = cycle + 1;
    }
    return days_[cycle % kDays];
  }

  std::uint16_t places_;
  Cycle full_begin_ = 0, full_end_ = 0;      ///< an interval in which no place is left
  Cycle end_ = 0;                            ///< `days_` is valid for the cycles before it
  std::array<std::uint16_t, kDays> days_{};  ///< places taken
};

}  // namespace heddle
