// heddle as a library: a machine and PTX text in, statistics out.
//
//   heddle::Simulation gpu({.machine = "gtx480", .settings = {"warp_scheduler=lrr"}});
//   const heddle::Kernel kernel = gpu.load(ptx_text).kernel("scale");
//   const heddle::Addr data = gpu.upload(numbers);
//   const heddle::LaunchResult result = gpu.run(kernel, {.grid = {4}, .block = {128}}, {data, 7u});
//   result.cycles(); result.value("ipc.warp");
//
// The library throws heddle::Error for a wrong call and for a fault of a kernel. The message is the
// same as that of heddle's commands. An error in PTX is a heddle::SourceError with its line and
// column. A process can hold any number of simulations; they are independent. One thread at a time
// may use a simulation.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "heddle/base/exception.hpp"
#include "heddle/base/types.hpp"
#include "heddle/sim/launches/launch_record.hpp"

#define HEDDLE_PUBLIC [[gnu::visibility("default")]]

namespace heddle {

namespace isa {
struct Program;
}
namespace sim {
struct LoadedModule;
}

/// The machine to simulate. `heddle list machines` and `heddle list parameters` print the choices.
struct SimulationOptions {
  std::string machine = "gtx480";  ///< name, or path of a machine file
  /// KEY=VALUE, the argument of `--set`: "l1.hit_latency=40", "warp_scheduler=lrr",
  /// "run.threads=2", "run.timing=none". Results do not depend on run.threads.
  std::vector<std::string> settings{};
  std::vector<std::filesystem::path> files{};  ///< TOML files, the argument of `--config`
};

/// One argument of a kernel: a number, a device address or a struct that the kernel takes by value.
/// The sizes of argument and parameter must be equal, or the launch throws Error.
class Argument {
 public:
  template <typename T>
    requires(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>)
  Argument(const T& value) : bytes_(sizeof value) {  // NOLINT(google-explicit-constructor)
    std::memcpy(bytes_.data(), &value, sizeof value);
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// A kernel of a loaded module, made by Module::kernel. Copies refer to the same kernel and keep
/// its module alive.
class HEDDLE_PUBLIC Kernel {
 public:
  Kernel(std::shared_ptr<const sim::LoadedModule> module,
         std::shared_ptr<const isa::Program> program);
  const std::string& name() const;

  // Used by the library itself.
  const std::shared_ptr<const sim::LoadedModule>& module() const { return module_; }
  const std::shared_ptr<const isa::Program>& program() const { return program_; }

 private:
  std::shared_ptr<const sim::LoadedModule> module_;
  std::shared_ptr<const isa::Program> program_;
};

/// PTX text that one simulation has loaded, made by Simulation::load. Copies refer to the same
/// module.
class HEDDLE_PUBLIC Module {
 public:
  explicit Module(std::shared_ptr<const sim::LoadedModule> loaded);
  std::vector<std::string> kernels() const;  ///< names of the kernels
  /// Throws Error for an unknown name; the message lists the known names.
  Kernel kernel(std::string_view name) const;
  /// The address of a variable. Throws Error for an unknown name; the message lists the known
  /// names.
  Addr variable(std::string_view name) const;

 private:
  std::shared_ptr<const sim::LoadedModule> loaded_;
};

/// The shape of a launch.
struct LaunchOptions {
  Dim3 grid{}, block{};  ///< number of blocks; threads per block
  /// Bytes per block, in addition to what the kernel declares.
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;  ///< whether all blocks must be resident at the same time
};

using LaunchId = std::uint64_t;

/// The result of a launch. `heddle list statistics` explains the `statistics`.
struct HEDDLE_PUBLIC LaunchResult : sim::LaunchRecord {
  Cycle cycles() const { return ended - started; }
  /// A statistic by name, as in value("stall.barrier"). Throws Error for an unknown name.
  double value(std::string_view name) const;
};

class HEDDLE_PUBLIC Simulation {
 public:
  /// Throws Error for an unknown machine, key or policy, a wrong type and a value out of range.
  explicit Simulation(const SimulationOptions& options = {});
  ~Simulation();
  Simulation(Simulation&& other) noexcept;
  Simulation& operator=(Simulation&& other) noexcept;

  /// A machine file (TOML) of this machine, with every parameter and its value.
  std::string configuration() const;

  /// Compiles PTX text and allocates its variables. Messages call the text `name`.
  Module load(std::string_view ptx, const std::string& name = "ptx");
  Module load_file(const std::filesystem::path& file);

  /// Allocates device memory, aligned to 256 bytes. Throws Error for 0 bytes and if the memory is
  /// full.
  Addr allocate(std::uint64_t bytes);
  void free(Addr address);
  // `write` and `read` throw Error unless all bytes lie in one allocation or variable.
  void write(Addr to, const void* from, std::uint64_t bytes);
  void read(Addr from, void* to, std::uint64_t bytes) const;

  /// Allocates room for the values and writes them. Copies take no simulated time.
  template <typename T>
  Addr upload(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const Addr address = allocate(values.size() * sizeof(T));
    write(address, values.data(), values.size() * sizeof(T));
    return address;
  }
  template <typename T>
  std::vector<T> download(Addr from, std::size_t count) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> values(count);
    read(from, values.data(), count * sizeof(T));
    return values;
  }

  /// Runs a kernel to its end.
  LaunchResult run(const Kernel& kernel, const LaunchOptions& options,
                   std::span<const Argument> arguments);
  LaunchResult run(const Kernel& kernel, const LaunchOptions& options,
                   std::initializer_list<Argument> arguments) {
    return run(kernel, options, std::span(arguments.begin(), arguments.size()));
  }

  /// Starts a kernel. The kernel runs at the same time as earlier launches where resources allow.
  /// `wait` simulates until the launch has ended, and returns its result once. If a kernel faults,
  /// `wait` throws the fault. The results of the launches that ran are then partial, with
  /// `complete` false, and the simulation refuses later launches.
  LaunchId launch(const Kernel& kernel, const LaunchOptions& options,
                  std::span<const Argument> arguments);
  LaunchId launch(const Kernel& kernel, const LaunchOptions& options,
                  std::initializer_list<Argument> arguments) {
    return launch(kernel, options, std::span(arguments.begin(), arguments.size()));
  }
  LaunchResult wait(LaunchId launch);

  Cycle now() const;  ///< core cycles since the simulation began

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heddle

#undef HEDDLE_PUBLIC
