// So many places in every cycle, taken for cycles to come, in any order: a port, a bus, anything
// that serves a fixed number a cycle and is reserved rather than polled.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle {

class Calendar {
 public:
  /// `places` a cycle (0: without limit); reservations lie less than `horizon` cycles apart.
  Calendar(std::uint32_t places, std::uint32_t horizon)
      : places_(places), days_(std::bit_ceil(horizon + 1)) {}

  /// Takes a place in the first cycle from `wanted` on that has one, and returns that cycle.
  Cycle reserve(Cycle wanted) {
    if (places_ == 0) return wanted;
    for (Cycle cycle = wanted;; ++cycle) {
      Day& day = days_[cycle & (days_.size() - 1)];
      if (day.cycle != static_cast<std::uint32_t>(cycle))
        day = {static_cast<std::uint32_t>(cycle), 0};
      if (day.taken == places_) continue;
      ++day.taken;
      return cycle;
    }
  }

 private:
  struct Day {
    std::uint32_t cycle = 0;  ///< its low half: reservations lie much closer together
    std::uint32_t taken = 0;
  };
  std::uint32_t places_;
  std::vector<Day> days_;
};

}  // namespace heddle
