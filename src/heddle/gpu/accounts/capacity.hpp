// The most that a machine can do in a span of time. Utilization is measured against this capacity.
#pragma once

#include <cstdint>

#include "heddle/gpu/chip/machine.hpp"

namespace heddle::gpu {

struct Capacity {
  std::uint64_t l1_accesses = 0;  ///< one per core cycle and SM
  std::uint64_t flits = 0;  ///< in one direction of the interconnect; the side with fewer ports
                            ///< sets the limit
  std::uint64_t sustainable_flits = 0;
  std::uint64_t l2_requests = 0;  ///< one per L2 cycle and slice
  /// Bytes that DRAM can transfer, from the width and the clock of its data pins.
  std::uint64_t dram_bytes = 0;
  std::uint64_t sustainable_dram_bytes = 0;
};

Capacity capacity_of(const MachineSpec& machine, Cycle core_cycles);

}  // namespace heddle::gpu
