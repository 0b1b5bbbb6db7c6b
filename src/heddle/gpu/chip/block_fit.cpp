#include "heddle/gpu/chip/block_fit.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "heddle/policy/organisation/placement.hpp"

namespace heddle::gpu {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

constexpr std::uint32_t kVectorBytes = kWarpSize * 4;

void keep_waiting(const isa::WaitingRegisters& waiting, BlockDemand& demand) {
  const std::uint32_t all = demand.rule.thread;
  demand.waiting_registers = std::min(waiting.registers, all);
  const std::uint64_t vectors = (std::uint64_t{waiting.bytes} + kVectorBytes - 1) / kVectorBytes;
  demand.waiting_compressed = static_cast<std::uint32_t>(std::min<std::uint64_t>(vectors, all));
}

std::uint32_t warps_of(std::uint32_t threads) { return (threads + kWarpSize - 1) / kWarpSize; }

}  // namespace

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

BlockFit::BlockFit(const core::SmSpec& sm, const std::string& organisation_name,
                   std::shared_ptr<const policy::Organisation> organisation,
                   const policy::Shape& shape, bool scalars_apart)
    : sm_(sm),
      sizes_(sm),
      name_{policy::Organisation::kKind, organisation_name},
      organisation_(std::move(organisation)),
      shape_(shape),
      scalars_apart_(scalars_apart) {}

BlockDemand BlockFit::demand_without_quota(std::uint32_t threads, std::uint32_t registers,
                                           std::uint64_t shared_bytes,
                                           std::uint32_t scalars) const {
  BlockDemand demand{.warps = warps_of(threads),
                     .threads = threads,
                     .shared_bytes = round_up(shared_bytes, sm_.shared_unit)};
  demand.rule = {.thread = registers, .unit = sm_.register_unit};
  if (shape_.runs_in_lanes()) {
    demand.width = shape_.width();
    demand.rule = {.thread = registers,
                   .shared = scalars,
                   .grain = shape_.register_grain == 0 ? demand.width : shape_.register_grain};
  }
  for (std::uint32_t warp = 0; warp < demand.warps; ++warp)
    demand.registers += demand.registers_of_warp(warp);
  return demand;
}

void BlockFit::choose_split(BlockDemand& demand, std::uint32_t preferred_shared) const {
  if (!sizes_.chosen_by_kernels()) return;
  demand.limited_by_split = preferred_shared != exec::kNoPreference;
  const std::uint64_t wanted = demand.limited_by_split
                                   ? std::max<std::uint64_t>(preferred_shared, demand.shared_bytes)
                                   : occupancy(demand).blocks * demand.shared_bytes;
  demand.split = sizes_.at_least(wanted);
}

BlockDemand BlockFit::demand_of(std::uint32_t threads, std::uint32_t registers,
                                std::uint64_t shared_bytes, std::uint32_t scalars,
                                std::uint32_t preferred_shared) const {
  BlockDemand demand = demand_without_quota(threads, registers, shared_bytes, scalars);
  choose_split(demand, preferred_shared);
  demand.quota = std::uint64_t{occupancy(demand).blocks} * demand.warps;
  return demand;
}

BlockDemand BlockFit::demand_of(const isa::Program& program, std::uint32_t threads,
                                std::uint32_t dynamic_shared_bytes,
                                std::uint32_t preferred_shared) const {
  BlockDemand demand = demand_of(threads, registers_of(program, threads),
                                 std::uint64_t{program.shared_bytes} + dynamic_shared_bytes,
                                 scalars_apart_ ? program.scalar_registers : 0, preferred_shared);
  if (program.annotations) keep_waiting(program.annotations->waiting, demand);
  return demand;
}

BlockDemand BlockFit::demand_of(const exec::Grid& grid) const {
  return demand_of(*grid.program, grid.threads_per_block(), grid.shape.dynamic_shared_bytes,
                   grid.shape.preferred_shared);
}

bool BlockFit::has_registers_for(const BlockDemand& demand) const {
  if (places_warps()) return blocks_in_lanes(demand, 1) == 1;
  return demand.registers <= sm_.registers;
}

std::uint32_t BlockFit::registers_of(const isa::Program& program, std::uint32_t threads) const {
  const std::uint32_t shared = scalars_apart_ ? 0 : program.scalar_registers;
  const std::uint32_t scalars = program.scalar_registers - shared;
  const std::uint32_t most = program.registers + shared;
  for (std::uint32_t registers = most; registers >= program.least_registers + shared; --registers) {
    if (has_registers_for(demand_without_quota(threads, registers, 0, scalars))) return registers;
    if (registers == 0) break;
  }
  return most;
}

model::LaneResidents BlockFit::empty_lanes() const {
  return policy::empty_lanes(shape_, sm_.registers, sm_.warps, sm_.blocks);
}

std::uint32_t BlockFit::place_warps(model::LaneResidents& residents, std::uint16_t block_slot,
                                    const BlockDemand& demand, std::span<const std::uint32_t> warps,
                                    const policy::Occasion& occasion) const {
  return policy::Placement(name_, *organisation_)
      .place_warps(residents, block_slot, demand, warps, occasion);
}

std::uint32_t BlockFit::blocks_in(model::LaneResidents lanes, const BlockDemand& demand,
                                  std::uint32_t most) const {
  std::vector<std::uint32_t> warps(demand.warps);
  std::iota(warps.begin(), warps.end(), 0u);
  for (std::uint32_t block = 0; block < most; ++block) {
    const auto block_slot = static_cast<std::uint16_t>(block);
    lanes.open(block_slot, demand);
    if (place_warps(lanes, block_slot, demand, warps, {}) != demand.warps) return block;
  }
  return most;
}

void BlockFit::limit_by_lanes(const BlockDemand& demand, Occupancy& occupancy) const {
  const std::uint32_t most = occupancy.blocks;
  occupancy.blocks = blocks_in_lanes(demand, most);
  if (occupancy.blocks == most) return;
  // With this number of registers or warps, each lane has room for all blocks, so the resource
  // limits nothing.
  const auto all_registers =
      static_cast<std::uint32_t>(shape_.lane_groups * most * demand.registers);
  const std::uint32_t all_warps = shape_.lane_groups * most * demand.warps;
  ResourceFit& registers = occupancy.resources[static_cast<std::size_t>(Resource::registers)];
  ResourceFit& warps = occupancy.resources[static_cast<std::size_t>(Resource::warps)];
  const auto blocks_with = [&](std::uint32_t registers_of_sm, std::uint32_t warps_of_sm) {
    return blocks_in(policy::empty_lanes(shape_, registers_of_sm, warps_of_sm, sm_.blocks), demand,
                     most);
  };
  registers.blocks = std::min(registers.blocks, blocks_with(sm_.registers, all_warps));
  warps.blocks = std::min(warps.blocks, blocks_with(all_registers, sm_.warps));
  if (std::min(registers.blocks, warps.blocks) > occupancy.blocks)
    registers.blocks = warps.blocks = occupancy.blocks;
}

Occupancy BlockFit::occupancy(const BlockDemand& demand) const {
  Occupancy occupancy;
  auto& resources = occupancy.resources;
  const auto set = [&](Resource resource, std::uint64_t available, std::uint64_t needed) {
    ResourceFit& fit = resources[static_cast<std::size_t>(resource)];
    fit.available = available;
    fit.needed = needed;
    if (needed != 0) fit.blocks = static_cast<std::uint32_t>(available / needed);
  };
  set(Resource::registers, sm_.registers, demand.registers);
  set(Resource::shared_memory, demand.limited_by_split ? demand.split : sm_.shared_bytes,
      demand.shared_bytes);
  set(Resource::warps, sm_.warps, demand.warps);
  set(Resource::blocks, sm_.blocks, 1);
  set(Resource::threads, sm_.threads, demand.threads);
  const auto fewer = [](const ResourceFit& a, const ResourceFit& b) { return a.blocks < b.blocks; };
  occupancy.blocks = std::min_element(resources.begin(), resources.end(), fewer)->blocks;
  if (places_warps()) limit_by_lanes(demand, occupancy);
  for (ResourceFit& fit : resources) fit.binds = fit.blocks == occupancy.blocks;
  if (occupancy.limited_by(Resource::warps))
    resources[static_cast<std::size_t>(Resource::threads)].binds = false;
  return occupancy;
}

}  // namespace heddle::gpu
