// What a block takes of an SM, and how many fit: the one place that rounds registers and shared
// memory to allocation units.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/core/specs.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::gpu {

struct BlockDemand {
  std::uint32_t warps = 0, threads = 0;
  std::uint64_t registers = 0, shared_bytes = 0;
};

BlockDemand demand_of(const isa::Program& program, std::uint32_t threads,
                      std::uint32_t dynamic_shared_bytes, const core::SmSpec& sm);

/// What an SM has left, as the dispatcher knows it.
struct FreeResources {
  std::uint32_t blocks = 0, warps = 0, threads = 0;
  std::uint64_t registers = 0, shared_bytes = 0;

  explicit FreeResources(const core::SmSpec& sm);
  bool fits(const BlockDemand& demand) const;
  void take(const BlockDemand& demand);
  void give_back(const BlockDemand& demand);
};

struct OccupancyLimit {
  std::uint32_t blocks = 0;
  std::string_view resource;  ///< what runs out first: "blocks", "warps", "threads", "registers",
                              ///< "shared memory"
};

/// Blocks of this demand that an empty SM holds.
OccupancyLimit occupancy(const BlockDemand& demand, const core::SmSpec& sm);

}  // namespace heddle::gpu
