#include "heddle/sim/functional_time.hpp"

#include <algorithm>

namespace heddle::sim {

Cycle functional_cycles(std::uint64_t warp_instructions, std::uint64_t blocks,
                        const gpu::MachineSpec& machine) {
  const std::uint64_t rate =
      std::min<std::uint64_t>(blocks, machine.sm.count) * machine.sm.schedulers;
  return std::max<Cycle>(machine.control.launch_latency + (warp_instructions + rate - 1) / rate, 1);
}

Cycle ComputedGrids::first_end() const {
  Cycle first = kNever;
  for (const auto& [grid, end] : ends_) first = std::min(first, end);
  return first;
}

void ComputedGrids::pass_to(Cycle now) {
  std::erase_if(ends_, [now](const auto& entry) { return entry.second <= now; });
}

}  // namespace heddle::sim
