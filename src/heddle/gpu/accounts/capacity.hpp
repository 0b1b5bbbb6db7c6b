// What a machine can do in a span of time: what utilization is measured against.
#pragma once

#include <cstdint>

#include "heddle/gpu/chip/machine.hpp"

namespace heddle::gpu {

struct Capacity {
  std::uint64_t l1_accesses = 0;  ///< one a core cycle and SM
  std::uint64_t flits = 0;        ///< one way, by the ports of the side that has fewer
  std::uint64_t sustainable_flits = 0;
  std::uint64_t l2_requests = 0;  ///< one a cycle of the L2 and slice
  std::uint64_t dram_bytes = 0;   ///< by the pins
  std::uint64_t sustainable_dram_bytes = 0;
};

Capacity capacity_of(const MachineSpec& machine, Cycle core_cycles);

}  // namespace heddle::gpu
