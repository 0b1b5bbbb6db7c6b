// `heddle corun`: several captured programs on one GPU.
#include <algorithm>
#include <map>
#include <memory>

#include <unistd.h>

#include "cli/corun/corun_options.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/statistics/counted.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/gpu/chip/policy_choice.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/captures/captured_program.hpp"
#include "study/corun/alone_folder.hpp"
#include "study/corun/corun_folder.hpp"
#include "study/corun/corun_plan.hpp"
#include "study/corun/corun_report.hpp"
#include "study/corun/corun_request.hpp"
#include "study/corun/kernel_demand.hpp"
#include "study/runs/run_folder.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
constexpr Cycle kPoints = 1024;  ///< of a program's progress alone, over the time of the run

/// The captures of a command line, each read once.
class Captures {
 public:
  std::shared_ptr<const capture::Capture> read(const std::string& file) {
    auto& capture = captures_[file];
    if (capture == nullptr) {
      if (!capture::is_capture(file))
        fail("'{}' is no capture: 'heddle run --capture FILE -- PROGRAM' makes one", file);
      capture = std::make_shared<const capture::Capture>(capture::read_capture(file));
      if (capture->launches() == 0) fail("'{}' has no launch", file);
    }
    return capture;
  }

 private:
  std::map<std::string, std::shared_ptr<const capture::Capture>> captures_;
};

std::string name_of_program(const std::string& file) { return fs::path(file).stem().string(); }

class CorunCommand {
 public:
  explicit CorunCommand(const study::CorunRequest& request)
      : request_(request), configuration_(sim::Configuration::resolve(request.configuration)) {
    configuration_.check_files();
    study::check_programs(configuration_, request.programs.size());
  }

  int plan();
  int run();

 private:
  /// With the settings of the programs alone; kept in the folder, if there is one.
  study::AloneRun run_alone(std::size_t index);
  study::AloneRun measure_alone(std::size_t index, const sim::Configuration& configuration);
  std::vector<study::AloneRun> speeds_alone();
  policy::TenantGrid tenant_grid(unsigned index);
  void check_block(const study::KernelDemand& demand) const;
  /// Where all begin at once it is known what the sharing policy makes of them.
  void check_begin();
  std::vector<sim::CorunTenant> tenants_of(const std::vector<study::AloneRun>& alone) const;
  study::CorunResult result_of(std::vector<sim::TenantOutcome> outcomes,
                               const std::vector<study::AloneRun>& alone) const;
  void say_serialised(const std::string& file, const study::CapturedProgram& program) const;
  std::function<void(Cycle)> progress(const std::string& what) const;

  const study::CorunRequest& request_;
  sim::Configuration configuration_;
  std::optional<study::RunFolder> out_;  ///< locked while this runs
  Captures captures_;
  std::vector<std::unique_ptr<study::CapturedProgram>> programs_;
};

std::string why_no_block_fits(const std::string& kernel, const gpu::Occupancy& occupancy) {
  for (unsigned i = 0; i < gpu::kResources; ++i) {
    const gpu::ResourceFit& fit = occupancy.resources[i];
    if (fit.needed > fit.available)
      return fmt::format("a block of {} takes {} {} of an SM, which has {}", kernel, fit.needed,
                         gpu::kResourceNames[i], fit.available);
  }
  return fmt::format("a block of {} does not fit on an SM", kernel);
}

void CorunCommand::check_block(const study::KernelDemand& demand) const {
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

policy::TenantGrid CorunCommand::tenant_grid(unsigned index) {
  const std::string& text = request_.programs[index];
  const gpu::BlockFit fit =
      gpu::make_block_fit(configuration_.machine, configuration_.policies.choice());
  policy::TenantGrid tenant{.tenant = index, .kernel = {}, .demand = {}};
  if (const auto demand = study::parse_demand(text)) {
    check_block(*demand);
    tenant.kernel = demand->name;
    tenant.demand = fit.demand_of(demand->threads, demand->registers, demand->shared_bytes);
  } else {
    study::CapturedProgram program(captures_.read(text), configuration_);
    program.begin();
    const auto grid = program.next_grid();
    tenant.kernel = demangled(grid->program->name);
    tenant.demand =
        fit.demand_of(*grid->program, grid->threads_per_block(), grid->shape.dynamic_shared_bytes);
  }
  tenant.fits = fit.occupancy(tenant.demand).blocks;
  if (tenant.fits == 0) fail("{}", why_no_block_fits(tenant.kernel, fit.occupancy(tenant.demand)));
  if (!request_.alone.given.empty())
    tenant.alone_ipc = request_.alone.given[index] / configuration_.machine.sm.count;
  return tenant;
}

void CorunCommand::check_begin() {
  if (std::ranges::any_of(request_.starts,
                          [&](Cycle start) { return start != request_.starts[0]; }))
    return;
  std::vector<policy::TenantGrid> tenants;
  for (unsigned i = 0; i < request_.programs.size(); ++i) {
    tenants.push_back(tenant_grid(i));
    if (request_.alone.measured) tenants.back().alone_ipc = 1;  // not known yet
  }
  study::check_tenants(configuration_, tenants);
}

int CorunCommand::plan() {
  std::vector<policy::TenantGrid> tenants;
  for (unsigned i = 0; i < request_.programs.size(); ++i) tenants.push_back(tenant_grid(i));
  jobs::answer(study::corun_plan(configuration_, tenants));
  return 0;
}

std::function<void(Cycle)> CorunCommand::progress(const std::string& what) const {
  if (request_.quiet || isatty(STDERR_FILENO) == 0) return {};
  return [this, what](Cycle now) {
    const std::string end = request_.cycles == 0 ? "" : fmt::format(" of {}", request_.cycles);
    jobs::draw(fmt::format("\r\033[K{}: cycle {}{}", visible(what), now, end));
  };
}

void CorunCommand::say_serialised(const std::string& file,
                                  const study::CapturedProgram& program) const {
  const std::uint64_t count = program.serialised();
  if (count == 0) return;
  jobs::say(fmt::format(
      "heddle: note: {}: {} with others beside, now one after the other: a program has one "
      "grid at a time\n",
      file, counted(count, "launch", "es")));
}

study::AloneRun CorunCommand::run_alone(std::size_t index) {
  const auto configuration = sim::Configuration::resolve(study::alone_configuration(request_));
  if (request_.alone_folder.empty()) return measure_alone(index, configuration);
  const std::string identity =
      study::alone_identity(request_.programs[index], configuration, request_.cycles);
  if (auto known = study::find_alone(request_.alone_folder, identity, request_.cycles))
    return *known;
  study::AloneRun alone = measure_alone(index, configuration);
  study::keep_alone(request_.alone_folder, identity, alone);
  return alone;
}

study::AloneRun CorunCommand::measure_alone(std::size_t index,
                                            const sim::Configuration& configuration) {
  const std::string& file = request_.programs[index];
  study::CapturedProgram program(captures_.read(file), configuration);
  sim::CorunRun run(configuration, {{.name = file, .program = &program}});
  const Cycle window = request_.cycles == 0 ? 0 : std::max<Cycle>(1, request_.cycles / kPoints);
  const sim::TenantOutcome outcome =
      run.run({.cycles = request_.cycles, .window = window}, progress(file + " alone")).front();
  study::AloneRun alone{.ipc = outcome.ipc(), .progress = {}};
  for (const sim::TenantPoint& point : outcome.points)
    alone.progress.emplace_back(point.cycle, point.warp_instructions);
  return alone;
}

std::vector<study::AloneRun> CorunCommand::speeds_alone() {
  std::vector<study::AloneRun> speeds(request_.programs.size());
  std::map<std::string, study::AloneRun> measured;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    if (!request_.alone.given.empty()) speeds[i].ipc = request_.alone.given[i];
    if (!request_.alone.measured) continue;
    const std::string& file = request_.programs[i];
    if (!measured.contains(file)) measured.emplace(file, run_alone(i));
    speeds[i] = measured.at(file);
  }
  return speeds;
}

std::vector<sim::CorunTenant> CorunCommand::tenants_of(
    const std::vector<study::AloneRun>& alone) const {
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

study::CorunResult CorunCommand::result_of(std::vector<sim::TenantOutcome> outcomes,
                                           const std::vector<study::AloneRun>& alone) const {
  study::CorunResult result;
  result.policy = configuration_.policies.chosen(policy::Corun::kKind);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    result.cycles = std::max(result.cycles, outcomes[i].ended);
    study::ProgramResult program{
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

int CorunCommand::run() {
  for (const std::string& file : request_.programs) {
    programs_.push_back(
        std::make_unique<study::CapturedProgram>(captures_.read(file), configuration_));
    say_serialised(file, *programs_.back());
  }
  check_begin();
  if (!request_.out.empty()) out_.emplace(request_.out, request_.overwrite);
  const std::vector<study::AloneRun> alone = speeds_alone();
  sim::CorunRun shared(configuration_, tenants_of(alone));
  const auto show = progress("together");
  study::CorunResult result =
      result_of(shared.run({.cycles = request_.cycles, .window = request_.window}, show), alone);
  result.sampled = shared.sampled();
  if (show) jobs::draw("\r\033[K");
  if (!request_.out.empty()) study::write_corun_folder(request_, configuration_, result);
  if (!request_.json.empty())
    jobs::write_output(request_.json, study::corun_json(result, configuration_));
  if (!request_.quiet && !jobs::is_standard_output(request_.json))
    jobs::answer(study::corun_text(result, configuration_));
  const bool same = std::ranges::all_of(result.programs, [](const study::ProgramResult& program) {
    return program.outcome.differences.empty();
  });
  if (same) return 0;
  jobs::say("heddle: a program's memory is not what it was when its capture was made\n");
  return 1;
}

}  // namespace

int corun_command(Arguments arguments) {
  study::CorunRequest request;
  if (!read_corun_request(arguments, request)) return 0;
  CorunCommand command(request);
  return request.plan ? command.plan() : command.run();
}

}  // namespace heddle::cli
