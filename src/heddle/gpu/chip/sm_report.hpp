// A report of an SM with the number of the SM: what bookkeeping replays after each quantum.
#pragma once

#include <cstdint>

#include "heddle/core/sm.hpp"

namespace heddle::gpu {

struct StampedReport {
  core::SmReport report;
  std::uint16_t sm = 0;
};

}  // namespace heddle::gpu
