// Reservations of a resource that serves a fixed number of requests in each cycle, such as a port
// or a result bus. A request reserves one unit of the resource in a future cycle. Requests can come
// in any order. The resource need not be polled every cycle.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle {

class Calendar {
 public:
  /// A reservation must be fewer than this many cycles in the future.
  static constexpr Cycle kHorizon = 2048;

  /// `places` is the number of requests that the resource can serve in each cycle, at most 65535; 0
  /// means no limit.
  explicit Calendar(std::uint32_t places) : places_(static_cast<std::uint16_t>(places)) {}

  /// Reserves the first cycle from `wanted` on that can serve one more request. Returns this cycle.
  [[gnu::always_inline]] Cycle reserve(Cycle wanted) {
    if (places_ == 0) return wanted;
    for (Cycle cycle = wanted;; cycle = (cycle | 63) + 1) {
      if (cycle >= end_) [[unlikely]]
        open(cycle);
      std::uint64_t& full = full_[cycle % kRingCycles / 64];
      const std::uint64_t free = ~full >> (cycle % 64);
      if (free == 0) [[unlikely]]
        continue;
      cycle += static_cast<unsigned>(std::countr_zero(free));
      const bool is_full = places_ == 1 || ++taken_[cycle % kRingCycles] == places_;
      full |= std::uint64_t{is_full} << (cycle % 64);
      return cycle;
    }
  }

 private:
  static constexpr Cycle kRingCycles = 2 * kHorizon;  ///< number of cycles in the ring, future and
                                                      ///< past

  /// Clears the ring's entries for new cycles, 64 at a time, up to the entry of `cycle`.
  [[gnu::noinline]] void open(Cycle cycle) {
    const Cycle end = (cycle | 63) + 1;
    for (Cycle first = end - end_ > kRingCycles ? end - kRingCycles : end_; first != end;
         first += 64) {
      full_[first % kRingCycles / 64] = 0;
      std::fill_n(&taken_[first % kRingCycles], 64, std::uint16_t{0});
    }
    end_ = end;
  }

  std::uint16_t places_;
  Cycle end_ = 0;  ///< first cycle for which the ring has no entry yet; a multiple of 64
  /// One bit for each cycle. The bit is set if no more requests can be served in the cycle.
  std::array<std::uint64_t, kRingCycles / 64> full_{};
  std::array<std::uint16_t, kRingCycles> taken_{};  ///< by cycle: number of reservations
};

}  // namespace heddle
