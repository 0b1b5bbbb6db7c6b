#include "heddle/gpu/accounts/block_facts.hpp"

#include <algorithm>

namespace heddle::gpu {

BlockFacts block_facts(const exec::Grid& grid, const BlockFit& fit) {
  const std::uint32_t dynamic = grid.shape.dynamic_shared_bytes;
  const BlockDemand demand = fit.demand_of(grid);
  return {.shape = grid.shape.block,
          .grid_blocks = grid.blocks(),
          .warps = demand.warps,
          .registers = fit.registers_of(*grid.program, grid.threads_per_block()),
          .shared_bytes = std::uint64_t{grid.program->shared_bytes} + dynamic,
          .scalar_registers = grid.program->scalar_registers,
          .scalar_instructions = static_cast<std::uint32_t>(std::ranges::count_if(
              grid.program->code, [](const isa::Instruction& each) { return each.is_scalar; })),
          .instructions = static_cast<std::uint32_t>(grid.program->code.size()),
          .occupancy = fit.occupancy(demand)};
}

void BlockFacts::describe_scalars(StatisticVisitor& visit) const {
  visit.ratio("block.scalar_registers", scalar_registers, "registers",
              "of a warp, beside those of its threads, mean of the launches");
  visit.ratio("scalar.share_of_code", scalar_instructions, instructions, "",
              "instructions of the kernel's code that are executed once a warp");
}

void BlockFacts::describe(StatisticVisitor& visit) const {
  const auto fact = [&](std::string_view name, double value, std::string_view unit,
                        std::string_view doc) { visit.ratio(name, value, unit, doc); };
  const auto blocks = static_cast<double>(grid_blocks);
  visit.least("grid.least_blocks", blocks, "blocks", "of a grid, least of the launches");
  visit.greatest("grid.greatest_blocks", blocks, "blocks", "of a grid, greatest of the launches");
  fact("block.x", shape.x, "threads", "extent of a block in x, mean of the launches");
  fact("block.y", shape.y, "threads", "extent of a block in y, mean of the launches");
  fact("block.z", shape.z, "threads", "extent of a block in z, mean of the launches");
  fact("block.warps", warps, "warps", "of a block, mean of the launches");
  fact("block.registers", registers, "registers", "of a thread, mean of the launches");
  fact("block.shared_bytes", static_cast<double>(shared_bytes), "B",
       "shared memory of a block, mean of the launches");
  fact("occupancy.blocks", occupancy.blocks, "blocks",
       "that an empty SM holds, mean of the launches");
  fact("occupancy.warps", static_cast<double>(occupancy.blocks) * warps, "warps",
       "of these blocks, mean of the launches");
  fact("occupancy.registers_unallocated", occupancy.unallocated_share(), "",
       "share of an SM's registers that none of these blocks has, mean of the launches");
  constexpr std::array<std::string_view, kResources> kLimits = {
      "occupancy.limit.registers", "occupancy.limit.shared_memory", "occupancy.limit.warps",
      "occupancy.limit.blocks", "occupancy.limit.threads"};
  for (unsigned i = 0; i < kResources; ++i) {
    fact(kLimits[i], occupancy.resources[i].binds ? 1 : 0, "",
         "share of the launches of whose blocks an SM would hold more if it had more of this");
  }
  if (visit.wants(has_scalars)) describe_scalars(visit);
}

}  // namespace heddle::gpu
