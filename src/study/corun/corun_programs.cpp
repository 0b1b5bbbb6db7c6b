#include "study/corun/corun_programs.hpp"

#include <algorithm>
#include <filesystem>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/gpu/chip/policy_choice.hpp"
#include "heddle/sim/policies_together.hpp"
#include "study/corun/corun_plan.hpp"

namespace heddle::study {
namespace {

constexpr Cycle kPoints = 1024;  ///< number of points in the progress of a program that runs alone

std::string name_of_program(const std::string& file) {
  return std::filesystem::path(file).stem().string();
}

std::string why_no_block_fits(const std::string& kernel, const gpu::Occupancy& occupancy) {
  for (unsigned i = 0; i < gpu::kResources; ++i) {
    const gpu::ResourceFit& fit = occupancy.resources[i];
    if (fit.needed > fit.available)
      return fmt::format("a block of {} takes {} {} of an SM, which has {}", kernel, fit.needed,
                         gpu::kResourceNames[i], fit.available);
  }
  return fmt::format("a block of {} does not fit on an SM", kernel);
}

}  // namespace

CorunPrograms::CorunPrograms(const CorunRequest& request, CorunWatch& watch)
    : request_(request),
      watch_(watch),
      configuration_(sim::Configuration::resolve(request.configuration)) {
  configuration_.check_files();
  sim::check_policies_together(configuration_);
  check_programs(configuration_, request.programs.size());
}

/// Reads a capture. Each file is read once, even if several programs use it.
std::shared_ptr<const capture::Capture> CorunPrograms::read(const std::string& file) {
  auto& capture = captures_[file];
  if (capture == nullptr) {
    if (!capture::is_capture(file))
      fail("'{}' is no capture: 'heddle run --capture FILE -- PROGRAM' makes one", file);
    capture = std::make_shared<const capture::Capture>(capture::read_capture(file));
    if (capture->launches() == 0) fail("'{}' has no launch", file);
  }
  return capture;
}

void CorunPrograms::check_block(const KernelDemand& demand) const {
  const gpu::DeviceSpec& device = configuration_.machine.device;
  const auto check = [&](const char* what, std::uint64_t has, std::uint64_t most,
                         const char* parameter) {
    if (has > most)
      fail("{}: {}={}: {} allows {} ({})", demand.name, what, has, device.name, most, parameter);
  };
  check("threads", demand.threads, device.max_block_threads, "device.max_block_threads");
  check("registers", demand.registers, device.max_registers_per_thread,
        "device.max_registers_per_thread");
  check("shared", demand.shared_bytes, device.max_shared_per_block, "device.max_shared_per_block");
}

policy::TenantGrid CorunPrograms::tenant_grid(unsigned index) {
  const std::string& text = request_.programs[index];
  const gpu::BlockFit fit =
      gpu::make_block_fit(configuration_.machine, configuration_.policies.choice());
  policy::TenantGrid tenant{.tenant = index, .kernel = {}, .demand = {}};
  if (const auto demand = parse_demand(text)) {
    check_block(*demand);
    tenant.kernel = demand->name;
    tenant.demand = fit.demand_of(demand->threads, demand->registers, demand->shared_bytes);
  } else {
    CapturedProgram program(read(text), configuration_);
    program.begin();
    const auto grid = program.next_grid();
    tenant.kernel = demangled(grid->program->name);
    tenant.demand = fit.demand_of(*grid);
  }
  tenant.fits = fit.occupancy(tenant.demand).blocks;
  if (tenant.fits == 0) fail("{}", why_no_block_fits(tenant.kernel, fit.occupancy(tenant.demand)));
  if (!request_.alone.given.empty())
    tenant.alone_ipc = request_.alone.given[index] / configuration_.machine.sm.count;
  return tenant;
}

void CorunPrograms::check_begin() {
  if (std::ranges::any_of(request_.starts,
                          [&](Cycle start) { return start != request_.starts[0]; }))
    return;
  std::vector<policy::TenantGrid> tenants;
  for (unsigned i = 0; i < request_.programs.size(); ++i) {
    tenants.push_back(tenant_grid(i));
    // No program has been measured yet. The check needs a speed for each program, but any speed
    // will do.
    if (request_.alone.measured) tenants.back().alone_ipc = 1;
  }
  check_tenants(configuration_, tenants);
}

std::vector<policy::TenantGrid> CorunPrograms::tenants() {
  std::vector<policy::TenantGrid> tenants;
  for (unsigned i = 0; i < request_.programs.size(); ++i) tenants.push_back(tenant_grid(i));
  return tenants;
}

AloneRun CorunPrograms::run_alone(std::size_t index) {
  const auto configuration = sim::Configuration::resolve(alone_configuration(request_));
  if (request_.alone_folder.empty()) return measure_alone(index, configuration);
  const std::string identity =
      alone_identity(request_.programs[index], configuration, request_.cycles);
  if (auto known = find_alone(request_.alone_folder, identity, request_.cycles)) return *known;
  AloneRun alone = measure_alone(index, configuration);
  keep_alone(request_.alone_folder, identity, alone);
  return alone;
}

AloneRun CorunPrograms::measure_alone(std::size_t index, const sim::Configuration& configuration) {
  const std::string& file = request_.programs[index];
  CapturedProgram program(read(file), configuration);
  sim::CorunRun run(configuration, {{.name = file, .program = &program}});
  const Cycle window = request_.cycles == 0 ? 0 : std::max<Cycle>(1, request_.cycles / kPoints);
  const sim::TenantOutcome outcome =
      run.run({.cycles = request_.cycles, .window = window}, watch_.progress(file + " alone"))
          .front();
  AloneRun alone{.ipc = outcome.ipc(), .progress = {}};
  for (const sim::TenantPoint& point : outcome.points)
    alone.progress.emplace_back(point.cycle, point.warp_instructions);
  return alone;
}

std::vector<AloneRun> CorunPrograms::speeds_alone() {
  std::vector<AloneRun> speeds(request_.programs.size());
  std::map<std::string, AloneRun> measured;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    if (!request_.alone.given.empty()) speeds[i].ipc = request_.alone.given[i];
    if (!request_.alone.measured) continue;
    const std::string& file = request_.programs[i];
    if (!measured.contains(file)) measured.emplace(file, run_alone(i));
    speeds[i] = measured.at(file);
  }
  return speeds;
}

std::vector<sim::CorunTenant> CorunPrograms::tenants_of(const std::vector<AloneRun>& alone) const {
  const double sms = configuration_.machine.sm.count;
  std::vector<sim::CorunTenant> tenants;
  for (std::size_t i = 0; i < programs_.size(); ++i) {
    tenants.push_back({.name = request_.programs[i],
                       .program = programs_[i].get(),
                       .start = request_.starts.empty() ? 0 : request_.starts[i],
                       .priority = request_.priorities.empty() ? 0 : request_.priorities[i],
                       .alone_ipc = alone[i].ipc / sms});
  }
  return tenants;
}

CorunResult CorunPrograms::result_of(std::vector<sim::TenantOutcome> outcomes,
                                     const std::vector<AloneRun>& alone) const {
  CorunResult result;
  result.policy = configuration_.policies.chosen(policy::Corun::kKind);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    result.cycles = std::max(result.cycles, outcomes[i].ended);
    ProgramResult program{
        .name = name_of_program(request_.programs[i]), .outcome = {}, .alone_ipc = {}};
    const std::uint64_t done = outcomes[i].warp_instructions;
    const double cycles = done == 0 ? 0 : sim::cycles_alone(alone[i].progress, done);
    if (cycles != 0)
      program.alone_ipc = static_cast<double>(done) / cycles;
    else if (alone[i].ipc != 0)
      program.alone_ipc = alone[i].ipc;
    program.outcome = std::move(outcomes[i]);
    result.programs.push_back(std::move(program));
  }
  return result;
}

void CorunPrograms::load() {
  for (const std::string& file : request_.programs) {
    programs_.push_back(std::make_unique<CapturedProgram>(read(file), configuration_));
    const std::uint64_t launches = programs_.back()->serialised();
    if (launches != 0) watch_.serialised(file, launches);
  }
  check_begin();
}

CorunResult CorunPrograms::run() {
  const std::vector<AloneRun> alone = speeds_alone();
  sim::CorunRun shared(configuration_, tenants_of(alone));
  CorunResult result = result_of(shared.run({.cycles = request_.cycles, .window = request_.window},
                                            watch_.progress("together")),
                                 alone);
  result.sampled = shared.sampled();
  return result;
}

}  // namespace heddle::study
