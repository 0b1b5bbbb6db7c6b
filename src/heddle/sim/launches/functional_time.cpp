#include "heddle/sim/launches/functional_time.hpp"

#include <algorithm>

namespace heddle::sim {

Cycle functional_cycles(std::uint64_t warp_instructions, std::uint64_t blocks,
                        const gpu::MachineSpec& machine) {
  const std::uint64_t rate =
      std::min<std::uint64_t>(blocks, machine.sm.count) * machine.sm.schedulers;
  return std::max<Cycle>(machine.control.launch_latency + (warp_instructions + rate - 1) / rate, 1);
}

void ComputedGrids::add(std::uint64_t grid, Cycle end) {
  const auto [entry, is_new] = ends_.try_emplace(grid, end);
  if (!is_new) {
    if (end <= entry->second) return;
    by_end_.erase({entry->second, grid});
    entry->second = end;
  }
  by_end_.emplace(end, grid);
}

Cycle ComputedGrids::first_end() const { return by_end_.empty() ? kNever : by_end_.begin()->first; }

void ComputedGrids::pass_to(Cycle now, const std::function<void(std::uint64_t)>& tell) {
  while (!by_end_.empty() && by_end_.begin()->first <= now) {
    const std::uint64_t grid = by_end_.begin()->second;
    by_end_.erase(by_end_.begin());
    ends_.erase(grid);
    tell(grid);
  }
}

}  // namespace heddle::sim
