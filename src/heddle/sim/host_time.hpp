// Host time that a process spent on simulating, without what its program did besides.
#pragma once

#include <chrono>

#include "heddle/gpu/phase_times.hpp"

namespace heddle::sim {

struct HostTime {
  gpu::PhaseTimes timed;                  ///< launches that took cycles
  std::chrono::nanoseconds functional{};  ///< launches that ran without timing

  HostTime& operator+=(const HostTime& other) {
    timed += other.timed;
    functional += other.functional;
    return *this;
  }
};

}  // namespace heddle::sim
