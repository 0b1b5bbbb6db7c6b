// Facts about the blocks of a launch that are known before the launch runs: the blocks' shape, the
// resources that a block takes of an SM, and how many blocks an SM holds. Results contain these
// facts beside the measured counts.
#pragma once

#include <cstdint>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/gpu/chip/block_fit.hpp"

namespace heddle::gpu {

struct BlockFacts {
  Dim3 shape{0, 0, 0};
  std::uint64_t grid_blocks = 0;  ///< blocks of the launch
  std::uint32_t warps = 0;
  std::uint32_t registers = 0;     ///< registers of a thread
  std::uint64_t shared_bytes = 0;  ///< bytes of a block, before rounding
  bool has_lanes = false;    ///< each lane executes one warp instruction after another, each for as
                             ///< many passes as its active threads need
  bool has_scalars = false;  ///< scalar registers are separate from vector registers
  std::uint32_t scalar_registers = 0;     ///< if has_scalars: scalar registers of a warp
  std::uint32_t scalar_instructions = 0;  ///< if has_scalars: number of instructions of the code
                                          ///< that run once for the warp
  std::uint32_t instructions = 0;         ///< if has_scalars: number of instructions of the code
  Occupancy occupancy;

  /// Describes the facts as statistics. Over several launches each statistic is a mean in which
  /// each launch counts once. For the number of blocks, the minimum and the maximum over the
  /// launches are described instead.
  void describe(StatisticVisitor& visit) const;

 private:
  void describe_scalars(StatisticVisitor& visit) const;
};

BlockFacts block_facts(const exec::Grid& grid, const BlockFit& fit);

}  // namespace heddle::gpu
