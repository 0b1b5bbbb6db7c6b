#include "heddle/gpu/accounts/capacity.hpp"

#include <algorithm>

namespace heddle::gpu {

Capacity capacity_of(const MachineSpec& machine, Cycle core_cycles) {
  const double microseconds = static_cast<double>(core_cycles) / machine.device.core_clock_mhz;
  const std::uint32_t slices = machine.memory().slices();
  const double flits = microseconds * machine.interconnect.clock_mhz *
                       static_cast<double>(std::min(machine.sm.count, slices));
  const double bytes =
      microseconds * machine.dram.clock_mhz * machine.dram.channels * machine.dram.bytes_per_cycle;
  const auto whole = [](double value) { return static_cast<std::uint64_t>(value); };
  return {.l1_accesses = core_cycles * machine.sm.count,
          .flits = whole(flits),
          .sustainable_flits = whole(flits * machine.accounting.noc_sustainable),
          .l2_requests = whole(microseconds * machine.l2.clock_mhz * slices),
          .dram_bytes = whole(bytes),
          .sustainable_dram_bytes = whole(bytes * machine.accounting.dram_sustainable)};
}

}  // namespace heddle::gpu
