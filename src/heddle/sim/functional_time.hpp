// The duration of launches that are computed without timing, so that events and programs that
// measure time work. The model: each SM issues one warp instruction per cycle from each of its
// schedulers and never waits; SMs without a block of the grid do nothing. A launch of W warp
// instructions in B blocks lasts control.launch_latency + W / (min(B, SMs) * schedulers) core
// cycles, rounded up. The time depends only on the program and the machine.
#pragma once

#include <cstdint>
#include <map>

#include "heddle/base/types.hpp"
#include "heddle/gpu/chip/machine.hpp"

namespace heddle::sim {

/// Core cycles of a launch of `warp_instructions` in a grid of `blocks`; at least 1.
Cycle functional_cycles(std::uint64_t warp_instructions, std::uint64_t blocks,
                        const gpu::MachineSpec& machine);

/// Grids that have been computed and whose time has not passed yet.
class ComputedGrids {
 public:
  void add(std::uint64_t grid, Cycle end) { ends_.emplace(grid, end); }
  bool contains(std::uint64_t grid) const { return ends_.contains(grid); }
  bool empty() const { return ends_.empty(); }
  Cycle first_end() const;  ///< first cycle in which a grid ends; kNever: there is no grid
  /// Removes the grids that have ended by `now`.
  void pass_to(Cycle now);
  void clear() { ends_.clear(); }

 private:
  std::map<std::uint64_t, Cycle> ends_;  ///< by grid: the cycle in which it ends
};

}  // namespace heddle::sim
