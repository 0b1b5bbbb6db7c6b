// The host time that a process spends on simulation. The host time of the program itself is not
// included.
#pragma once

#include <chrono>

#include "heddle/gpu/clock/phase_times.hpp"

namespace heddle::sim {

struct HostTime {
  gpu::PhaseTimes timed;                  ///< host time of timed launches
  std::chrono::nanoseconds functional{};  ///< host time of launches without timing

  HostTime& operator+=(const HostTime& other) {
    timed += other.timed;
    functional += other.functional;
    return *this;
  }
};

}  // namespace heddle::sim
