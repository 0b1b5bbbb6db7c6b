#include "heddle/gpu/block_demand.hpp"

#include <algorithm>

namespace heddle::gpu {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

BlockDemand demand_of(const isa::Program& program, std::uint32_t threads,
                      std::uint32_t dynamic_shared_bytes, const core::SmSpec& sm) {
  const std::uint32_t warps = (threads + kWarpSize - 1) / kWarpSize;
  const std::uint64_t per_warp =
      round_up(std::uint64_t{program.registers} * kWarpSize, sm.register_unit);
  return {.warps = warps,
          .threads = threads,
          .registers = warps * per_warp,
          .shared_bytes =
              round_up(std::uint64_t{program.shared_bytes} + dynamic_shared_bytes, sm.shared_unit)};
}

FreeResources::FreeResources(const core::SmSpec& sm)
    : blocks(sm.blocks),
      warps(sm.warps),
      threads(sm.threads),
      registers(sm.registers),
      shared_bytes(sm.shared_bytes) {}

bool FreeResources::fits(const BlockDemand& demand) const {
  return blocks >= 1 && warps >= demand.warps && threads >= demand.threads &&
         registers >= demand.registers && shared_bytes >= demand.shared_bytes;
}

void FreeResources::take(const BlockDemand& demand) {
  --blocks;
  warps -= demand.warps;
  threads -= demand.threads;
  registers -= demand.registers;
  shared_bytes -= demand.shared_bytes;
}

void FreeResources::give_back(const BlockDemand& demand) {
  ++blocks;
  warps += demand.warps;
  threads += demand.threads;
  registers += demand.registers;
  shared_bytes += demand.shared_bytes;
}

OccupancyLimit occupancy(const BlockDemand& demand, const core::SmSpec& sm) {
  OccupancyLimit limit{sm.blocks, "blocks"};
  const auto consider = [&](std::uint64_t available, std::uint64_t needed,
                            std::string_view resource) {
    if (needed == 0 || available / needed >= limit.blocks) return;
    limit = {static_cast<std::uint32_t>(available / needed), resource};
  };
  consider(sm.warps, demand.warps, "warps");
  consider(sm.threads, demand.threads, "threads");
  consider(sm.registers, demand.registers, "registers");
  consider(sm.shared_bytes, demand.shared_bytes, "shared memory");
  return limit;
}

}  // namespace heddle::gpu
