#include <map>
#include <set>

#include <heddle/simulation.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/exec/float_environment.hpp"
#include "heddle/sim/device.hpp"
#include "heddle/sim/parameter_block.hpp"
#include "heddle/sim/records/results.hpp"

namespace heddle {
namespace {

sim::Configuration resolve(const SimulationOptions& options) {
  const sim::Configuration configuration =
      sim::Configuration::resolve({.machine = options.machine,
                                   .files = options.files,
                                   .assignments = options.settings,
                                   .libraries = {},
                                   .options = {}});
  const sim::RunOptions& run = configuration.run;
  if (run.stop_after_cycles != 0 || run.stop_after_instructions != 0) {
    fail(
        "run.stop_after_cycles and run.stop_after_instructions end a program of `heddle run`; "
        "a simulation in a program of its own does not take them");
  }
  return configuration;
}

template <typename Items, typename Name>
std::vector<std::string> names_of(const Items& items, Name name) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(name(item));
  return names;
}

}  // namespace

struct Simulation::State {
  explicit State(const SimulationOptions& options) : device(resolve(options)) {
    device.on_record([this](const sim::LaunchRecord& record) { ended[record.grid] = {record}; });
  }

  sim::Device device;
  std::set<const sim::LoadedModule*> modules;  ///< loaded on this device
  std::map<LaunchId, LaunchResult> ended;      ///< results that `wait` has not returned yet
};

Kernel::Kernel(std::shared_ptr<const sim::LoadedModule> module,
               std::shared_ptr<const isa::Program> program)
    : module_(std::move(module)), program_(std::move(program)) {}

const std::string& Kernel::name() const { return program_->name; }

Module::Module(std::shared_ptr<const sim::LoadedModule> loaded) : loaded_(std::move(loaded)) {}

std::vector<std::string> Module::kernels() const {
  return names_of(loaded_->module.kernels, [](const auto& program) { return program->name; });
}

Kernel Module::kernel(std::string_view name) const {
  for (const auto& program : loaded_->module.kernels) {
    if (program->name == name) return {loaded_, program};
  }
  fail("there is no kernel '{}'{}", name, which_exist(name, kernels()));
}

Addr Module::variable(std::string_view name) const {
  const auto& variables = loaded_->module.variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name == name) return loaded_->addresses[i];
  }
  const auto names = names_of(variables, [](const auto& variable) { return variable.name; });
  fail("there is no variable '{}'{}", name, which_exist(name, names));
}

double LaunchResult::value(std::string_view name) const {
  if (const Statistic* found = sim::find_statistic(statistics, name)) return found->value;
  const auto names = names_of(statistics, [](const Statistic& known) { return known.name; });
  fail("there is no statistic '{}'{}", name, did_you_mean(name, names));
}

Simulation::Simulation(const SimulationOptions& options)
    : state_(std::make_unique<State>(options)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&& other) noexcept = default;
Simulation& Simulation::operator=(Simulation&& other) noexcept = default;

std::string Simulation::configuration() const { return state_->device.configuration().to_toml(); }

Module Simulation::load(std::string_view ptx, const std::string& name) {
  const exec::FloatEnvironment environment;
  auto loaded = state_->device.load(ptx, name);
  state_->modules.insert(loaded.get());
  return Module(std::move(loaded));
}

Module Simulation::load_file(const std::filesystem::path& file) {
  return load(read_file(file, file_kinds::kPtx), file.string());
}

Addr Simulation::allocate(std::uint64_t bytes) {
  if (bytes == 0) fail("an allocation of 0 bytes has no address");
  const Addr address = state_->device.memory().allocate(bytes);
  if (address == 0) {
    fail("{} bytes do not fit in device memory, of which {} are free (device.memory_bytes)", bytes,
         state_->device.memory().free_bytes());
  }
  return address;
}

void Simulation::free(Addr address) {
  if (!state_->device.memory().free(address)) fail("no allocation begins at {:#x}", address);
}

void Simulation::write(Addr to, const void* from, std::uint64_t bytes) {
  state_->device.memory().write(to, from, bytes);
}

void Simulation::read(Addr from, void* to, std::uint64_t bytes) const {
  state_->device.memory().read(from, to, bytes);
}

LaunchId Simulation::launch(const Kernel& kernel, const LaunchOptions& options,
                            std::span<const Argument> arguments) {
  if (!state_->modules.contains(kernel.module().get())) {
    fail("the kernel belongs to another simulation; load its PTX here");
  }
  const exec::FloatEnvironment environment;
  std::vector<std::vector<std::uint8_t>> values;
  for (const Argument& argument : arguments) values.push_back(argument.bytes());
  sim::LaunchRequest request;
  request.module = kernel.module();
  request.program = kernel.program();
  request.grid = options.grid;
  request.block = options.block;
  request.dynamic_shared_bytes = options.dynamic_shared_bytes;
  request.cooperative = options.cooperative;
  request.parameters = sim::parameter_block(*kernel.program(), values);
  return state_->device.launch(std::move(request));
}

LaunchResult Simulation::wait(LaunchId launch) {
  const exec::FloatEnvironment environment;
  sim::Device& device = state_->device;
  try {
    while (!device.idle() && !device.finished(launch)) device.advance(kNever);
  } catch (const Error& error) {
    throw Error(with_demangled(error.what()));
  }
  const auto found = state_->ended.find(launch);
  if (found == state_->ended.end()) {
    fail("launch {} has no result: its result was taken before, or there was no such launch",
         launch);
  }
  LaunchResult result = std::move(found->second);
  state_->ended.erase(found);
  return result;
}

LaunchResult Simulation::run(const Kernel& kernel, const LaunchOptions& options,
                             std::span<const Argument> arguments) {
  return wait(launch(kernel, options, arguments));
}

Cycle Simulation::now() const { return state_->device.now(); }

}  // namespace heddle
