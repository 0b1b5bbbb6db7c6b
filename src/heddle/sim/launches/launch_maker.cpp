#include "heddle/sim/launches/launch_maker.hpp"

#include <utility>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/exec/step/scalar_check.hpp"
#include "heddle/sim/launches/launch_clusters.hpp"

namespace heddle::sim {
namespace {

/// Throws Error if the launch violates bounds that the kernel declares.
void check_bounds(const isa::Program& program, const Dim3& block, const std::string& name) {
  const Dim3& required = program.required_block;
  if (required.volume() != 0 && !(block == required)) {
    fail("kernel {}: a block of {}x{}x{}; its .reqntid asks for {}x{}x{}", name, block.x, block.y,
         block.z, required.x, required.y, required.z);
  }
  if (program.max_threads != 0 && block.volume() > program.max_threads) {
    fail("kernel {}: a block of {} threads; its .maxntid allows {}", name, block.volume(),
         program.max_threads);
  }
}

/// Returns why the block does not fit. Names the resources of which an SM has too little.
std::string misfit(const gpu::BlockFit& fit, const gpu::BlockDemand& demand,
                   const std::string& limits) {
  if (!fit.places_warps()) return fmt::format("it needs more {} than there are", limits);
  const model::LaneResidents lanes = fit.empty_lanes();
  return fmt::format(
      "a lane has {} registers for {} warps of {} threads, and each warp of the block takes {}: {} "
      "a thread, {} of the warp. What takes less: fewer threads a block, or heddle cc "
      "-maxrregcount "
      "N together with --set compiler.spill=true",
      lanes.lanes().front().registers, lanes.lanes().front().slots, demand.width,
      demand.registers_of_part(0), demand.rule.thread, demand.rule.shared);
}

}  // namespace

LaunchMaker::LaunchMaker(const Configuration& configuration, const gpu::BlockFit& fit,
                         exec::MemoryImage& memory, const exec::TextureTable& textures)
    : configuration_(configuration),
      fit_(fit),
      memory_(memory),
      textures_(textures),
      filter_(configuration.run),
      yield_after_(configuration.yield_after()) {}

void LaunchMaker::check(const LaunchRequest& request) const {
  const isa::Program& program = *request.program;
  const std::string name = demangled(program.name);
  const gpu::DeviceSpec& device = configuration_.machine.device;
  const std::uint64_t threads = request.block.volume();
  if (request.grid.volume() == 0 || threads == 0) fail("kernel {}: an extent is 0", name);
  if (threads > device.max_block_threads) {
    fail("kernel {}: a block of {} threads; {} allows {}", name, threads, device.name,
         device.max_block_threads);
  }
  check_bounds(program, request.block, name);
  if (program.registers > device.max_registers_per_thread) {
    fail("kernel {}: {} registers a thread; {} allows {} (device.max_registers_per_thread)", name,
         program.registers, device.name, device.max_registers_per_thread);
  }
  const Occupancy fits = occupancy(program, static_cast<std::uint32_t>(threads),
                                   request.dynamic_shared_bytes, request.preferred_shared);
  if (fits.blocks_per_sm == 0) {
    fail("kernel {}: a block of {} threads does not fit on an SM of {}: {}", name, threads,
         device.name, fits.misfit);
  }
  const std::uint64_t resident =
      std::uint64_t{fits.blocks_per_sm} * configuration_.machine.sm.count;
  if (const std::string what =
          cluster_misfit(request, {device.capability(), isa::kMostClusterBlocks, resident});
      !what.empty())
    fail("kernel {}: {}", name, what);
  if (request.cooperative && request.grid.volume() > resident) {
    fail("kernel {}: a cooperative launch of {} blocks, but only {} fit on {} at once", name,
         request.grid.volume(), resident, device.name);
  }
}

Occupancy LaunchMaker::occupancy(const isa::Program& program, std::uint32_t threads,
                                 std::uint32_t dynamic_shared_bytes,
                                 std::uint32_t preferred_shared) const {
  const std::uint32_t most = configuration_.machine.device.max_registers_per_thread;
  if (program.registers > most) {
    return {0, "registers",
            fmt::format("it has {} registers a thread, of at most {}", program.registers, most)};
  }
  const gpu::BlockDemand demand =
      fit_.demand_of(program, threads, dynamic_shared_bytes, preferred_shared);
  const gpu::Occupancy fits = fit_.occupancy(demand);
  const std::string limits = fits.limits();
  return {fits.blocks, limits, fits.blocks == 0 ? misfit(fit_, demand, limits) : ""};
}

std::shared_ptr<const exec::Grid> LaunchMaker::make_grid(const LaunchRequest& request,
                                                         const Terms& terms) {
  auto& executable = executables_[request.program.get()];
  if (!executable) {
    executable = configuration_.run.check_scalars ? exec::make_checked_executable(*request.program)
                                                  : exec::make_executable(*request.program);
  }
  const core::SmSpec& sm = configuration_.machine.sm;
  const exec::LaunchShape shape{.grid = request.grid,
                                .block = request.block,
                                .dynamic_shared_bytes = request.dynamic_shared_bytes,
                                .grid_id = terms.id,
                                .sm_count = sm.count,
                                .warps_per_sm = sm.warps,
                                .stack_bytes = request.stack_bytes,
                                .cooperative = request.cooperative,
                                .cluster = cluster_of(request),
                                .names_cluster = names_cluster(request),
                                .priority = request.priority,
                                .depth = request.depth,
                                .kept_slots = terms.kept_slots,
                                .tenant = terms.tenant,
                                .preferred_shared = request.preferred_shared,
                                .most_shared_bytes = static_cast<std::uint32_t>(
                                    configuration_.machine.device.max_shared_per_block),
                                .yield_after = yield_after_};
  return std::make_shared<const exec::Grid>(
      exec::make_grid(request.program, shape, request.parameters, request.module->addresses,
                      memory_, textures_, executable));
}

Launch LaunchMaker::make(LaunchRequest request, const Terms& terms) {
  Launch launch;
  launch.grid = make_grid(request, terms);
  LaunchRecord& record = launch.record;
  record.grid = terms.id;
  record.kernel = request.program->name;
  record.stream = request.stream;
  record.grid_size = request.grid;
  record.block_size = request.block;
  const auto threads = static_cast<std::uint32_t>(request.block.volume());
  record.registers = fit_.registers_of(*request.program, threads);
  record.counted_registers = request.program->registers;
  record.shared_bytes = request.program->shared_bytes + request.dynamic_shared_bytes;
  const Occupancy fits =
      occupancy(*request.program, threads, request.dynamic_shared_bytes, request.preferred_shared);
  record.blocks_per_sm = fits.blocks_per_sm;
  record.limited_by = fits.limited_by;
  launch.chosen = filter_.is_chosen(request.program->name);
  record.timed = launch.chosen && filter_.times();
  launch.request = std::move(request);
  return launch;
}

}  // namespace heddle::sim
