#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/policy_option.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/gpu/chip/block_fit.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/tables/table.hpp"

namespace heddle::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kMostSharedBytes = 1u << 30;  ///< more than any SM will have

struct OccupancyRequest {
  std::string machine = sim::kDefaultMachine;
  std::vector<std::string> settings;
  std::vector<std::filesystem::path> libraries;
  std::uint32_t threads = 0, registers = 0, scalars = 0;
  std::string shared = "0";
  bool json = false;
};

bool read(Arguments arguments, OccupancyRequest& request) {
  CLI::App app("Says how many blocks of a kernel an SM holds, and what limits them",
               "heddle occupancy");
  app.footer(
      "Examples:\n"
      "  heddle occupancy --threads 256 --registers 20 --shared 4KiB\n"
      "  heddle occupancy --machine stsimt --threads 84 --registers 20 --scalars 9 "
      "--set organisation=temporal\n"
      "  heddle occupancy --machine v100 --threads 1024 --registers 40\n"
      "  heddle occupancy --threads 192 --registers 64 --set sm.registers=65536 --json\n");
  app.add_option("--machine", request.machine, "on which (gtx480)")->type_name("NAME");
  app.add_option("--threads", request.threads, "of a block")
      ->required()
      ->type_name("N")
      ->check(CLI::Range(1u, 1u << 16));
  app.add_option("--registers", request.registers, "of a thread")
      ->required()
      ->type_name("N")
      ->check(CLI::Range(1u, 1u << 16));
  app.add_option("--scalars", request.scalars, "registers of a warp beside those (none)")
      ->type_name("N")
      ->check(CLI::Range(0u, 1u << 16));
  app.add_option("--shared", request.shared, "shared memory of a block (none)")->type_name("BYTES");
  app.add_option("--set", request.settings, "set a parameter of the machine")
      ->type_name("KEY=VALUE");
  add_policy_option(app, request.libraries);
  app.add_flag("--json", request.json, "as JSON");
  return parse(app, arguments);
}

sim::Configuration configuration_of(const OccupancyRequest& request) {
  sim::ConfigurationRequest wanted;
  wanted.machine = request.machine;
  wanted.assignments = request.settings;
  wanted.libraries = request.libraries;
  return sim::Configuration::resolve(wanted);
}

/// Refuses a block that the device allows on no SM, whatever room the SM has.
void check_block(const OccupancyRequest& request, const gpu::DeviceSpec& device) {
  if (request.threads == 0 || request.threads > device.max_block_threads) {
    fail("--threads {}: a block on {} has 1 to {}", request.threads, request.machine,
         device.max_block_threads);
  }
  if (request.registers == 0 || request.registers > device.max_registers_per_thread) {
    fail("--registers {}: a thread on {} has 1 to {}", request.registers, request.machine,
         device.max_registers_per_thread);
  }
}

std::uint32_t shared_bytes(const OccupancyRequest& request) {
  const auto bytes = parse_bytes(request.shared);
  if (!bytes || *bytes > kMostSharedBytes)
    fail("--shared {}: expected a number of bytes, up to {}, as in 4096 or 4KiB", request.shared,
         format_bytes(kMostSharedBytes));
  return static_cast<std::uint32_t>(*bytes);
}

isa::Program program_of(const OccupancyRequest& request) {
  isa::Program program;
  program.registers = program.least_registers = request.registers;
  program.scalar_registers = request.scalars;
  program.shared_bytes = shared_bytes(request);
  return program;
}

/// Returns a line about the sizes of the L1 and shared memory, or "" where these are fixed.
std::string split_line(const gpu::BlockDemand& demand, const gpu::MachineSpec& machine) {
  if (!core::SharedSizes(machine.sm).chosen_by_kernels()) return {};
  return fmt::format("the SM divides its memory into {} of shared memory and {} of L1\n",
                     format_bytes(demand.split),
                     format_bytes(core::l1_bytes_beside(demand.split, machine.sm, machine.l1)));
}

std::string text_of(const gpu::Occupancy& fits, const gpu::BlockDemand& demand,
                    const gpu::MachineSpec& machine) {
  study::Table table{{"resource", "an SM has", "a block takes", "blocks", "limits"}, {}};
  for (unsigned i = 0; i < gpu::kResources; ++i) {
    const gpu::ResourceFit& fit = fits.resources[i];
    const bool is_memory = static_cast<gpu::Resource>(i) == gpu::Resource::shared_memory;
    table.rows.push_back({fmt::format("{}{}", gpu::kResourceNames[i], is_memory ? ", bytes" : ""),
                          format_count(fit.available), format_count(fit.needed),
                          fit.needed == 0 ? "any" : format_count(fit.blocks),
                          fit.binds ? "yes" : ""});
  }
  table.align_right();
  return fmt::format(
      "{} blocks an SM, {} of {} warps, {:.1f}% of the registers; limited by {}\n{}\n{}",
      fits.blocks, fits.blocks * demand.warps, machine.sm.warps,
      100 * (1 - fits.unallocated_share()), fits.limits(), split_line(demand, machine),
      table.text());
}

std::string json_of(const gpu::Occupancy& fits, const gpu::BlockDemand& demand,
                    const OccupancyRequest& request, const gpu::MachineSpec& machine) {
  Json limits = Json::array(), resources = Json::array();
  for (unsigned i = 0; i < gpu::kResources; ++i) {
    const gpu::ResourceFit& fit = fits.resources[i];
    if (fit.binds) limits.push_back(gpu::kResourceNames[i]);
    Json resource = {
        {"resource", gpu::kResourceNames[i]}, {"available", fit.available}, {"needed", fit.needed}};
    if (fit.needed != 0) resource["blocks"] = fit.blocks;
    resources.push_back(std::move(resource));
  }
  Json json = {{"machine", request.machine},
               {"blocks_per_sm", fits.blocks},
               {"warps_per_sm", fits.blocks * demand.warps},
               {"registers_unallocated", fits.unallocated_share()},
               {"limited_by", limits},
               {"resources", resources}};
  if (core::SharedSizes(machine.sm).chosen_by_kernels()) {
    json["shared_bytes"] = demand.split;
    json["l1_bytes"] = core::l1_bytes_beside(demand.split, machine.sm, machine.l1);
  }
  return json.dump(2) + "\n";
}

}  // namespace

int occupancy_command(Arguments arguments) {
  OccupancyRequest request;
  if (!read(arguments, request)) return 0;
  const sim::Configuration configuration = configuration_of(request);
  const gpu::MachineSpec& machine = configuration.machine;
  check_block(request, machine.device);
  const gpu::BlockFit fit = gpu::make_block_fit(machine, configuration.policies.choice());
  const gpu::BlockDemand demand = fit.demand_of(program_of(request), request.threads, 0);
  const gpu::Occupancy fits = fit.occupancy(demand);
  if (request.json)
    fmt::print("{}", json_of(fits, demand, request, machine));
  else
    jobs::answer(text_of(fits, demand, machine));
  return 0;
}

}  // namespace heddle::cli
