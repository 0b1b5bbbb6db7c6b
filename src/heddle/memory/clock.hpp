// Clock domains of the memory side. Internal times count ticks. A tick is a fixed fraction of a
// core cycle, so the period of any clock is a whole number of ticks.
#pragma once

#include <cmath>
#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle::memory {

using Tick = std::uint64_t;
inline constexpr Tick kTicksPerCycle = 1024;

inline constexpr Tick to_ticks(Cycle cycle) { return cycle * kTicksPerCycle; }
/// Returns the first core cycle that does not begin before `tick`.
inline constexpr Cycle to_cycle(Tick tick) { return (tick + kTicksPerCycle - 1) / kTicksPerCycle; }

/// Ticks of one cycle of a clock, given the core's clock.
inline Tick period(double core_mhz, double clock_mhz) {
  return static_cast<Tick>(std::llround(kTicksPerCycle * core_mhz / clock_mhz));
}

}  // namespace heddle::memory
