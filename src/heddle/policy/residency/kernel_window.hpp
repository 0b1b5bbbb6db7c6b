// How much a kernel uses the GPU in a window of time.
#pragma once

#include <cstdint>

#include "heddle/model/resources.hpp"

namespace heddle::policy {

/// Utilization of each resource, as a share of its maximum: issue slots of the kernel, data ports
/// of the L1s, data ports of the L2, sustainable interconnect bandwidth in each direction, and peak
/// DRAM bandwidth.
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
