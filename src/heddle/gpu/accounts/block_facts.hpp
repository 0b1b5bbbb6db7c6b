// What is known of the blocks of a launch before they run: their shape, what they take of an SM,
// how many it holds. Results show it as values beside what was measured.
#pragma once

#include <cstdint>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/gpu/chip/block_fit.hpp"

namespace heddle::gpu {

struct BlockFacts {
  Dim3 shape{0, 0, 0};
  std::uint64_t grid_blocks = 0;  ///< of the launch
  std::uint32_t warps = 0;
  std::uint32_t registers = 0;         ///< of a thread
  std::uint64_t shared_bytes = 0;      ///< of a block, as it asks for them
  bool has_lanes = false;              ///< lanes execute one instruction after the other
  bool has_scalars = false;            ///< the program's scalar registers are apart from the others
  std::uint32_t scalar_registers = 0;  ///< then: of a warp
  std::uint32_t scalar_instructions = 0;  ///< then: of the program's code, executed once a warp
  std::uint32_t instructions = 0;         ///< then: of the program's code
  Occupancy occupancy;

  /// Of launches together these are means, where each launch counts once; of grids the extremes.
  void describe(StatisticVisitor& visit) const;

 private:
  void describe_scalars(StatisticVisitor& visit) const;
};

BlockFacts block_facts(const exec::Grid& grid, const BlockFit& fit);

}  // namespace heddle::gpu
