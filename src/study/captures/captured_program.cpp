#include "study/captures/captured_program.hpp"

#include <algorithm>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/ptx/parser.hpp"
#include "heddle/sim/module_loader.hpp"

namespace heddle::study {
namespace {

/// Blocks of a cluster in each direction, as the launch or the kernel says.
Dim3 cluster_of(const capture::Launch& launch, const isa::Program& kernel) {
  if (launch.cluster.volume() != 0) return launch.cluster;
  return kernel.cluster.volume() != 0 ? kernel.cluster : Dim3{};
}

}  // namespace

CapturedProgram::CapturedProgram(std::shared_ptr<const capture::Capture> capture,
                                 const sim::Configuration& configuration)
    : capture_(std::move(capture)),
      configuration_(configuration),
      memory_(configuration.machine.device.memory_bytes, configuration.machine.device.memory_check,
              configuration.machine.device.address_bits),
      target_{memory_, textures_,
              [this](const auto& load, const auto& text) { this->load(load, text); },
              [this](std::uint32_t module) { loaded_.erase(module); }} {}

void CapturedProgram::begin() {
  loaded_.clear();
  capture::restore(*capture_, target_);
  next_ = 0;
}

std::shared_ptr<exec::Grid> CapturedProgram::next_grid() {
  for (; next_ < capture_->steps.size(); ++next_) {
    const capture::Step& step = capture_->steps[next_];
    if (const auto* launch = std::get_if<capture::Launch>(&step.work)) {
      ++next_;
      return grid_of(*launch);
    }
    for (const capture::Effect& effect : step.effects) capture::perform(*capture_, effect, target_);
  }
  return nullptr;
}

std::vector<std::string> CapturedProgram::differences() const {
  std::vector<std::string> differences;
  const std::vector<bool> same = capture::same_memory(*capture_, memory_);
  for (std::size_t i = 0; i < same.size(); ++i) {
    const capture::FinalMemory& final = capture_->final_memory[i];
    if (!same[i] && final.compared)
      differences.push_back(fmt::format("{} bytes at {:#x}", final.bytes, final.address));
  }
  return differences;
}

std::uint64_t CapturedProgram::serialised() const {
  std::uint64_t count = 0;
  std::size_t before = capture_->steps.size();
  for (std::size_t i = 0; i < capture_->steps.size(); ++i) {
    if (!std::holds_alternative<capture::Launch>(capture_->steps[i].work)) continue;
    // For each step from `before` on, whether the step must end before this launch begins.
    std::vector<bool> earlier(i + 1);
    earlier[i] = true;
    for (std::size_t at = i; before < i && at > before; --at) {
      if (!earlier[at]) continue;
      for (const std::uint32_t step : capture_->steps[at].after)
        if (step >= before) earlier[step] = true;
    }
    if (before < i && !earlier[before]) ++count;
    before = i;
  }
  return count;
}

void CapturedProgram::load(const capture::Load& load, const capture::ModuleText& text) {
  Compiled& made = compiled(load.module, text);
  for (isa::Variable& variable : made.module.variables)
    variable.external |= load.variables.contains(variable.name);
  Loaded loaded{&made, sim::place_variables(made.module, memory_, [&](const std::string& name) {
                  const auto known = load.variables.find(name);
                  return known != load.variables.end() ? known->second : find_variable(name);
                })};
  loaded_[load.module] = std::move(loaded);
}

CapturedProgram::Compiled& CapturedProgram::compiled(std::uint32_t module,
                                                     const capture::ModuleText& text) {
  std::unique_ptr<Compiled>& made = compiled_[module];
  if (made != nullptr) return *made;
  made = std::make_unique<Compiled>();
  made->module =
      compile::lower_what_runs(ptx::parse(text.ptx, text.file), configuration_.compiler_options());
  configuration_.kernel_registers.apply(made->module, configuration_.machine.device);
  return *made;
}

Addr CapturedProgram::find_variable(const std::string& name) const {
  for (const auto& [number, loaded] : loaded_) {
    const auto& variables = loaded.compiled->module.variables;
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (variables[i].name == name && !variables[i].external) return loaded.addresses[i];
  }
  return 0;
}

std::shared_ptr<exec::Grid> CapturedProgram::grid_of(const capture::Launch& launch) {
  const auto loaded = loaded_.find(launch.module);
  const std::string name = demangled(launch.kernel);
  if (loaded == loaded_.end()) fail("the capture launches {} of a module that is not loaded", name);
  Compiled& made = *loaded->second.compiled;
  const auto& kernels = made.module.kernels;
  const auto kernel = std::ranges::find_if(
      kernels, [&](const auto& program) { return program->name == launch.kernel; });
  if (kernel == kernels.end()) fail("the capture launches {}, which its module has not", name);
  if ((*kernel)->refusal.has_value()) throw SourceError(*(*kernel)->refusal);
  auto& executable = made.executables[kernel->get()];
  if (executable == nullptr) executable = exec::make_executable(**kernel);
  const core::SmSpec& sm = configuration_.machine.sm;
  const exec::LaunchShape shape{.grid = launch.grid,
                                .block = launch.block,
                                .dynamic_shared_bytes = launch.dynamic_shared_bytes,
                                .grid_id = launches_++,
                                .sm_count = sm.count,
                                .warps_per_sm = sm.warps,
                                .stack_bytes = launch.stack_bytes,
                                .cooperative = launch.cooperative,
                                .cluster = cluster_of(launch, **kernel),
                                .priority = launch.priority,
                                .preferred_shared = launch.preferred_shared,
                                .most_shared_bytes = static_cast<std::uint32_t>(
                                    configuration_.machine.device.max_shared_per_block),
                                .yield_after = configuration_.yield_after()};
  return std::make_shared<exec::Grid>(exec::make_grid(
      *kernel, shape, launch.parameters, loaded->second.addresses, memory_, textures_, executable));
}

}  // namespace heddle::study
