// What a kernel has made of the GPU in a window of time, for policies that decide by that.
#pragma once

#include <cstdint>

#include "heddle/model/resources.hpp"

namespace heddle::policy {

/// Shares of what is possible: of slot-cycles of the schedulers that were the kernel's, of data
/// ports of L1s and L2, of what the interconnect can sustain each way, of DRAM's peak.
struct Meters {
  double scheduler = 0, l1 = 0, l2 = 0, requests = 0, replies = 0, dram = 0;
};

/// A grid that has run through the whole window.
struct KernelWindow {
  std::uint64_t launch = 0;
  model::BlockDemand demand;
  Meters meters;
};

}  // namespace heddle::policy
