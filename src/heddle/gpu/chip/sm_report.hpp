// A report of an SM together with the SM's number. The dispatcher processes the reports after each
// quantum, in order of time.
#pragma once

#include <cstdint>

#include "heddle/core/sm.hpp"

namespace heddle::gpu {

struct StampedReport {
  core::SmReport report;
  std::uint16_t sm = 0;
};

}  // namespace heddle::gpu
