#include "heddle/sim/device.hpp"

#include <algorithm>
#include <cmath>

#include "heddle/base/error.hpp"
#include "heddle/base/files/own_work.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/ptx/parser.hpp"
#include "heddle/sim/device_state.hpp"
#include "heddle/sim/interrupted.hpp"
#include "heddle/sim/module_loader.hpp"
#include "heddle/sim/records/crash_report.hpp"
#include "heddle/sim/records/launch_recorder.hpp"

namespace heddle::sim {
namespace {

/// Marks a scope in which heddle's own code works. A crash in such a scope is heddle's fault.
struct DeviceWork {
  DeviceWork() { renew_crash_handlers(); }
  OwnWork work;
};

/// Refuses a module of which no kernel has code.
void refuse_without_kernels(const isa::Module& module) {
  const bool any = std::ranges::any_of(
      module.kernels, [](const auto& program) { return !program->refusal.has_value(); });
  if (!any && !module.kernels.empty()) throw SourceError(*module.kernels.front()->refusal);
}

/// Refuses a kernel that has no code.
void refuse_without_code(const isa::Program& program) {
  if (!program.refusal.has_value()) return;
  fail("kernel {} cannot run: {}", demangled(program.name), program.refusal->what());
}

}  // namespace

/// Builds the device. If the construction fails, the run is recorded as failed.
Device::Device(const Configuration& configuration) {
  const DeviceWork work;
  try {
    state_ = std::make_unique<State>(configuration);
  } catch (const Error& error) {
    LaunchRecorder(configuration.run_folder).fault(with_demangled(error.what()));
    throw;
  }
}

Device::~Device() {
  withdraw_progress();
  try {
    state_->log.finish_probes();
    if (state_->launches.empty()) state_->log.finish();
  } catch (const Error& error) {
    fmt::print(stderr, "heddle: {}\n", visible(error.what()));
    state_->log.fault(error.what());
  }
}

const Configuration& Device::configuration() const { return state_->configuration; }
exec::MemoryImage& Device::memory() { return state_->memory; }
exec::TextureTable& Device::textures() { return state_->textures; }
exec::SystemServices& Device::services() { return state_->services; }
DeviceRuntimeSettings& Device::device_runtime() { return state_->runtime_settings; }

std::shared_ptr<const LoadedModule> Device::load(
    std::string_view ptx, const std::string& file_name,
    const std::map<std::string, Addr, std::less<>>& placed) {
  const DeviceWork work;
  auto loaded = std::make_shared<LoadedModule>();
  loaded->module = compile::lower_what_runs(ptx::parse(ptx, file_name),
                                            state_->configuration.compiler_options());
  refuse_without_kernels(loaded->module);
  state_->configuration.kernel_registers.apply(loaded->module,
                                               state_->configuration.machine.device);
  for (isa::Variable& variable : loaded->module.variables)
    variable.external |= placed.contains(variable.name);
  loaded->addresses = place_variables(loaded->module, state_->memory, [&](const std::string& name) {
    const auto known = placed.find(name);
    return known != placed.end() ? known->second : state_->find_variable(name);
  });
  state_->modules.push_back(loaded);
  return loaded;
}

void Device::unload(const std::shared_ptr<const LoadedModule>& module) {
  if (std::erase(state_->modules, module) == 0) return;
  remove_variables(module->module, module->addresses, state_->memory);
  for (const auto& program : module->module.kernels) state_->maker.forget(*program);
}

Cycle Device::now() const { return state_->gpu.now(); }

double Device::seconds(Cycle cycles) const {
  return static_cast<double>(cycles) / (state_->configuration.machine.device.core_clock_mhz * 1e6);
}

Cycle Device::cycles(double seconds) const {
  const double cycles = seconds * state_->configuration.machine.device.core_clock_mhz * 1e6;
  return static_cast<Cycle>(std::ceil(cycles));
}

Cycle Device::host_copy_cycles(std::uint64_t bytes) const {
  const gpu::HostLinkSpec& link = state_->configuration.machine.host_link;
  return cycles(link.latency_us * 1e-6 + static_cast<double>(bytes) / (link.bandwidth_gb_s * 1e9));
}

Cycle Device::device_copy_cycles(std::uint64_t bytes) const {
  const gpu::HostLinkSpec& link = state_->configuration.machine.host_link;
  return cycles(static_cast<double>(bytes) / (link.device_bandwidth_gb_s * 1e9));
}

GridId Device::launch(LaunchRequest request) {
  const DeviceWork work;
  State& state = *state_;
  refuse_without_code(*request.program);
  state.refuse_shared_launches(request);
  state.check_launch(request);
  const GridId id = state.next_id;
  state.begin(id, state.prepare(std::move(request), id), now());
  return state.next_id++;
}

void Device::on_record(std::function<void(const LaunchRecord&)> heard) {
  state_->log.also_tell(std::move(heard));
}

void Device::watch(ComputedWatch watch) { state_->untimed.watch(std::move(watch)); }

bool Device::chosen(GridId grid) const { return state_->launches.at(grid).chosen; }

void Device::check_requests(RequestCheck requests) {
  if (state_->log.requests() == nullptr) state_->check_requests(std::move(requests));
}

void Device::report_warning(const std::string& warning) { state_->log.warning(warning); }

void Device::report_failure(const std::string& reason) { state_->log.fault(reason); }

bool Device::finished(GridId grid) const {
  return grid < state_->next_id && !state_->launches.contains(grid) &&
         !state_->computed_grids.contains(grid) && !state_->tree.is_open(grid);
}

std::vector<GridId> Device::take_ended() {
  state_->tells_ends = true;
  std::vector<GridId> ended = std::exchange(state_->changed, {});
  std::erase_if(ended, [this](GridId grid) { return !finished(grid); });
  return ended;
}

bool Device::idle() const {
  return state_->launches.empty() && state_->computed_grids.empty() && state_->tree.empty();
}

void Device::withdraw_progress() { state_->log.withdraw_progress(); }

void Device::advance(Cycle limit) {
  const DeviceWork work;
  state_->log.allow_progress();
  state_->run_or_fault([&] {
    if (state_->untimed.empty()) {
      state_->pass_time(limit);
    } else {
      state_->run_untimed(limit);
    }
  });
}

Occupancy Device::occupancy(const isa::Program& program, std::uint32_t block_threads,
                            std::uint32_t dynamic_shared_bytes,
                            std::uint32_t preferred_shared) const {
  return state_->maker.occupancy(program, block_threads, dynamic_shared_bytes, preferred_shared);
}

}  // namespace heddle::sim
