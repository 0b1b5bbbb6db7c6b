#include "device.hpp"

#include <csignal>

#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/exec/float_environment.hpp"
#include "heddle/policy/policy_error.hpp"
#include "heddle/sim/interrupted.hpp"
#include "heddle/sim/parameter_block.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::python {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};  ///< between two looks for signals

/// Calls `run` without the interpreter's lock, in the simulator's floating-point environment.
template <typename Run>
decltype(auto) without_lock(Run&& run) {
  const Unlocked unlocked;
  const exec::FloatEnvironment environment;
  return run();
}

/// Throws the error again, with symbols demangled. A PolicyError stays a PolicyError.
[[noreturn]] void throw_demangled(const Error& error) {
  const std::string text = with_demangled(error.what());
  if (dynamic_cast<const policy::PolicyError*>(&error) != nullptr) throw policy::PolicyError(text);
  throw Error(text);
}

}  // namespace

PythonDevice::Use::Use(PythonDevice& device) : device_(device) {
  if (getpid() != device.process_) {
    fail(
        "this simulation belongs to process {}, and a forked process (here {}) has a copy that "
        "cannot run: make a heddle.Simulation after the fork, or use the start method 'spawn'",
        device.process_, getpid());
  }
  if (device.in_use_.exchange(true)) {
    fail(
        "another call uses this simulation: one thread at a time may, and a policy or probe may "
        "not; make a heddle.Simulation for each thread");
  }
}

PythonDevice::PythonDevice(const std::string& base, const std::vector<GivenSetting>& machine,
                           const std::vector<GivenSetting>& settings)
    : process_(getpid()) {
  sim::ConfigurationRequest request;
  request.machine = base;
  request.options = settings_of(machine, false);
  sim::overlay(request.options, settings_of(settings, true));
  without_lock([&] {
    sim::Configuration configuration = sim::Configuration::resolve(request);
    configuration.compiler.keep_source = true;  // so that a fault names the line of CUDA code
    const sim::RunOptions& run = configuration.run;
    if (run.stop_after_cycles != 0 || run.stop_after_instructions != 0) {
      fail(
          "run.stop_after_cycles and run.stop_after_instructions end a program of heddle.run; a "
          "heddle.Simulation does not take them");
    }
    configuration.check_files();
    device_ = std::make_unique<sim::Device>(configuration);
  });
  device_->check_requests({&always_, [this] { look_for_signals(); }});
  device_->on_record([this](const sim::LaunchRecord& record) {
    records_[record.grid] = std::make_shared<sim::LaunchRecord>(record);
  });
}

/// In a forked process the device is not destroyed, because the threads that its destructor would
/// wait for are missing there.
PythonDevice::~PythonDevice() {
  if (getpid() != process_) static_cast<void>(device_.release());
}

std::string PythonDevice::configuration() {
  const Use use(*this);
  return sim::to_toml(portable_rows(device_->configuration()));
}

std::vector<LoadedKernel> PythonDevice::load(const std::string& ptx, const std::string& name) {
  const Use use(*this);
  return without_lock([&] {
    auto loaded = device_->load(ptx, name);
    modules_.insert(loaded.get());
    return kernels_of(loaded, ptx);
  });
}

Addr PythonDevice::variable(const LoadedKernel& kernel, const std::string& name) {
  const Use use(*this);
  check_kernel(kernel);
  const auto& variables = kernel.module->module.variables;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name == name) return kernel.module->addresses[i];
    names.push_back(variables[i].name);
  }
  fail("there is no variable '{}'{}", name, which_exist(name, names));
}

std::uint64_t PythonDevice::free_bytes() {
  const Use use(*this);
  return device_->memory().free_bytes();
}

Cycle PythonDevice::now() {
  const Use use(*this);
  return device_->now();
}

std::uint64_t PythonDevice::launch(const LoadedKernel& kernel, const LaunchShape& shape,
                                   const std::vector<py::bytes>& arguments) {
  const Use use(*this);
  check_kernel(kernel);
  std::vector<std::vector<std::uint8_t>> values;
  for (const py::bytes& argument : arguments) {
    const std::string_view bytes = argument;
    values.emplace_back(bytes.begin(), bytes.end());
  }
  return without_lock([&] {
    sim::LaunchRequest request;
    request.module = kernel.module;
    request.program = kernel.program;
    request.grid = shape.grid;
    request.block = shape.block;
    request.dynamic_shared_bytes = shape.dynamic_shared_bytes;
    request.cooperative = shape.cooperative;
    request.parameters = sim::parameter_block(*kernel.program, values);
    return device_->launch(std::move(request));
  });
}

std::shared_ptr<sim::LaunchRecord> PythonDevice::wait(std::uint64_t launch) {
  const Use use(*this);
  run_to_end_of(launch);
  const auto found = records_.find(launch);
  if (found == records_.end())
    fail("launch {} has no result: it was taken before, or there was no such launch", launch);
  auto record = std::move(found->second);
  records_.erase(found);
  return record;
}

std::vector<std::shared_ptr<sim::LaunchRecord>> PythonDevice::take_records() {
  const Use use(*this);
  std::vector<std::shared_ptr<sim::LaunchRecord>> all;
  for (auto& [launch, record] : records_) all.push_back(std::move(record));
  records_.clear();
  return all;
}

std::tuple<std::uint32_t, std::string, std::string> PythonDevice::occupancy(
    const LoadedKernel& kernel, std::uint32_t threads, std::uint32_t dynamic_shared_bytes) {
  const Use use(*this);
  check_kernel(kernel);
  const sim::Occupancy fits = device_->occupancy(*kernel.program, threads, dynamic_shared_bytes);
  return {fits.blocks_per_sm, fits.limited_by, fits.misfit};
}

void PythonDevice::check_kernel(const LoadedKernel& kernel) const {
  if (modules_.contains(kernel.module.get())) return;
  fail("the kernel belongs to another simulation; load its PTX here");
}

void PythonDevice::run_to_end_of(std::uint64_t launch) {
  try {
    without_lock([&] {
      while (!device_->idle() && !device_->finished(launch)) device_->advance(kNever);
    });
  } catch (const sim::Interrupted&) {
    if (is_exiting()) raise_exit();
    if (!raised_) throw;
    py::error_already_set raised = std::move(*raised_);
    raised_.reset();
    throw raised;
  } catch (const Error& error) {
    throw_demangled(error);
  }
}

void PythonDevice::look_for_signals() {
  if (is_exiting()) throw sim::Interrupted(SIGTERM);
  const auto now = std::chrono::steady_clock::now();
  if (now - looked_ < kBetweenLooks) return;
  looked_ = now;
  const Locked lock;
  if (PyErr_CheckSignals() == 0) return;
  raised_.emplace();
  throw sim::Interrupted(SIGINT);
}

}  // namespace heddle::python
