#include "heddle/gpu/block_demand.hpp"

#include <algorithm>

namespace heddle::gpu {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::uint32_t warps_of(std::uint32_t threads) { return (threads + kWarpSize - 1) / kWarpSize; }

}  // namespace

BlockDemand demand_of(std::uint32_t threads, std::uint32_t registers, std::uint64_t shared_bytes,
                      const core::SmSpec& sm) {
  const std::uint32_t warps = warps_of(threads);
  BlockDemand demand{.warps = warps,
                     .threads = threads,
                     .registers = warps * warp_registers(registers, sm.register_unit),
                     .shared_bytes = round_up(shared_bytes, sm.shared_unit)};
  demand.quota = std::uint64_t{occupancy(demand, sm).blocks} * warps;
  return demand;
}

BlockDemand demand_of(const isa::Program& program, std::uint32_t threads,
                      std::uint32_t dynamic_shared_bytes, const core::SmSpec& sm) {
  return demand_of(threads, registers_of(program, threads, sm),
                   std::uint64_t{program.shared_bytes} + dynamic_shared_bytes, sm);
}

std::uint32_t registers_of(const isa::Program& program, std::uint32_t threads,
                           const core::SmSpec& sm) {
  const std::uint64_t units = sm.registers / sm.register_unit / std::max(warps_of(threads), 1u);
  const std::uint64_t room = units * sm.register_unit / kWarpSize;
  if (program.registers <= room || program.least_registers > room) return program.registers;
  return static_cast<std::uint32_t>(room);
}

std::string Occupancy::limits() const {
  std::string all;
  for (unsigned i = 0; i < kResources; ++i) {
    if (!resources[i].binds) continue;
    all += all.empty() ? "" : ", ";
    all += kResourceNames[i];
  }
  return all;
}

double Occupancy::unallocated_share() const {
  const ResourceFit& registers = of(Resource::registers);
  if (registers.available == 0) return 0;
  return 1 -
         static_cast<double>(blocks * registers.needed) / static_cast<double>(registers.available);
}

Occupancy occupancy(const BlockDemand& demand, const core::SmSpec& sm) {
  Occupancy occupancy;
  auto& resources = occupancy.resources;
  const auto set = [&](Resource resource, std::uint64_t available, std::uint64_t needed) {
    ResourceFit& fit = resources[static_cast<std::size_t>(resource)];
    fit.available = available;
    fit.needed = needed;
    if (needed != 0) fit.blocks = static_cast<std::uint32_t>(available / needed);
  };
  set(Resource::registers, sm.registers, demand.registers);
  set(Resource::shared_memory, sm.shared_bytes, demand.shared_bytes);
  set(Resource::warps, sm.warps, demand.warps);
  set(Resource::blocks, sm.blocks, 1);
  set(Resource::threads, sm.threads, demand.threads);
  const auto fewer = [](const ResourceFit& a, const ResourceFit& b) { return a.blocks < b.blocks; };
  occupancy.blocks = std::min_element(resources.begin(), resources.end(), fewer)->blocks;
  for (ResourceFit& fit : resources) fit.binds = fit.blocks == occupancy.blocks;
  if (occupancy.limited_by(Resource::warps))
    resources[static_cast<std::size_t>(Resource::threads)].binds = false;
  return occupancy;
}

}  // namespace heddle::gpu
