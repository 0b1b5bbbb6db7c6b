// How much a kernel uses the GPU in a window of time.
#pragma once

#include <cstdint>

#include "heddle/model/resources.hpp"

namespace heddle::policy {

/// Utilization, as shares of the maximum: of the kernel's slot cycles, of the data ports of the L1s
/// and of the L2, of the sustainable interconnect bandwidth in each direction, and of DRAM's peak
/// bandwidth.
struct Meters {
  double scheduler = 0, l1 = 0, l2 = 0, requests = 0, replies = 0, dram = 0;
};

/// A grid that ran through the whole window.
struct KernelWindow {
  std::uint64_t launch = 0;
  model::BlockDemand demand;
  Meters meters;
};

}  // namespace heddle::policy
