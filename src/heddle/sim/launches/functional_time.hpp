// The duration of launches that are computed without timing. CUDA events and programs that measure
// time need such a duration. In the model, each scheduler of an SM issues one warp instruction per
// cycle and never waits; SMs without a block of the grid do nothing. A launch of W warp
// instructions in B blocks lasts control.launch_latency + W / (min(B, SMs) * schedulers) core
// cycles, rounded up. The duration depends only on the program and the machine.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "heddle/base/types.hpp"
#include "heddle/gpu/chip/machine.hpp"

namespace heddle::sim {

/// Returns the duration in core cycles, at least 1, of a launch of `warp_instructions` warp
/// instructions in `blocks` blocks.
Cycle functional_cycles(std::uint64_t warp_instructions, std::uint64_t blocks,
                        const gpu::MachineSpec& machine);

/// Grids that have been computed without timing and whose end lies in the future.
class ComputedGrids {
 public:
  /// The grid ends at `end`, or later if that is known already.
  void add(std::uint64_t grid, Cycle end);
  bool contains(std::uint64_t grid) const { return ends_.contains(grid); }
  bool empty() const { return ends_.empty(); }
  Cycle first_end() const;  ///< first cycle in which a grid ends; kNever if there is no grid
  /// Removes the grids that have ended by `now`, and calls `tell` with each.
  void pass_to(Cycle now, const std::function<void(std::uint64_t)>& tell);
  void clear() {
    ends_.clear();
    by_end_.clear();
  }

 private:
  std::map<std::uint64_t, Cycle> ends_;               ///< by grid: the cycle in which it ends
  std::set<std::pair<Cycle, std::uint64_t>> by_end_;  ///< the same: the end, and the grid
};

}  // namespace heddle::sim
