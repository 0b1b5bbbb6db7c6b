// heddle as a library: a machine and PTX text in, statistics out.
//
//   heddle::Simulation gpu({.machine = "gtx480", .settings = {"warp_scheduler=lrr"}});
//   const heddle::Kernel kernel = gpu.load(ptx_text).kernel("scale");
//   const heddle::Addr data = gpu.upload(numbers);
//   const heddle::LaunchResult result = gpu.run(kernel, {.grid = {4}, .block = {128}}, {data, 7u});
//   result.cycles(); result.value("ipc.warp");
//
// What a caller does wrong, and what a GPU would stop a kernel for, is thrown as heddle::Error with
// the message that the command line shows; a mistake in PTX as heddle::SourceError with its place.
// Any number of simulations can live in a process, and none depends on another. One simulation is
// used by one thread at a time.
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
#include "heddle/sim/launch_record.hpp"

#define HEDDLE_PUBLIC [[gnu::visibility("default")]]

namespace heddle {

namespace isa {
struct Program;
}
namespace sim {
struct LoadedModule;
}

/// What is simulated. `heddle list parameters`, `heddle list machines` say what there is.
struct SimulationOptions {
  std::string machine = "gtx480";  ///< name, or path of a machine file
  /// As `--set` takes them: "l1.hit_latency=40", "warp_scheduler=lrr", "run.threads=2",
  /// "run.timing=none". Results do not depend on run.threads.
  std::vector<std::string> settings{};
  std::vector<std::filesystem::path> files{};  ///< TOML files, as `--config` takes them
};

/// One value for a kernel's parameter: a number, a device address, a struct that the kernel takes
/// by value. Its size must be the parameter's.
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

/// A kernel of a loaded module; copies name the same kernel and keep its module. Module::kernel
/// makes it.
class HEDDLE_PUBLIC Kernel {
 public:
  Kernel(std::shared_ptr<const sim::LoadedModule> module,
         std::shared_ptr<const isa::Program> program);
  const std::string& name() const;

  // What the library itself needs of it.
  const std::shared_ptr<const sim::LoadedModule>& module() const { return module_; }
  const std::shared_ptr<const isa::Program>& program() const { return program_; }

 private:
  std::shared_ptr<const sim::LoadedModule> module_;
  std::shared_ptr<const isa::Program> program_;
};

/// PTX text as the device of one simulation holds it; copies name the same module.
/// Simulation::load makes it.
class HEDDLE_PUBLIC Module {
 public:
  explicit Module(std::shared_ptr<const sim::LoadedModule> loaded);
  std::vector<std::string> kernels() const;  ///< names
  /// Throws Error, naming those that there are, for another name.
  Kernel kernel(std::string_view name) const;
  Addr variable(std::string_view name) const;  ///< its address; throws likewise

 private:
  std::shared_ptr<const sim::LoadedModule> loaded_;
};

/// How a kernel is launched.
struct LaunchOptions {
  Dim3 grid{}, block{};                    ///< blocks, and threads of each
  std::uint32_t dynamic_shared_bytes = 0;  ///< of a block, besides what the kernel declares
  bool cooperative = false;                ///< all blocks must be resident together
};

using LaunchId = std::uint64_t;

/// What a launch did and cost; `statistics` are those of `heddle list statistics`.
struct HEDDLE_PUBLIC LaunchResult : sim::LaunchRecord {
  Cycle cycles() const { return ended - started; }
  /// A statistic by name, as in value("stall.barrier"). Throws Error for a name that is none.
  double value(std::string_view name) const;
};

class HEDDLE_PUBLIC Simulation {
 public:
  /// Throws Error: unknown machine, key or policy, wrong type, value out of range.
  explicit Simulation(const SimulationOptions& options = {});
  ~Simulation();
  Simulation(Simulation&& other) noexcept;
  Simulation& operator=(Simulation&& other) noexcept;

  /// Every parameter with its value, as a machine file (TOML) that gives the same machine.
  std::string configuration() const;

  /// Compiles PTX text and allocates its variables; `name` stands for the text in messages.
  Module load(std::string_view ptx, const std::string& name = "ptx");
  Module load_file(const std::filesystem::path& file);

  /// Device memory, aligned to 256 bytes. Throws Error if it is full.
  Addr allocate(std::uint64_t bytes);
  void free(Addr address);
  // Each throws Error where the bytes are not all in one allocation or variable.
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

  /// Starts a kernel beside those that run, as resources allow; `wait` lets time pass until it has
  /// ended, and gives its result once. A fault of any of them is thrown by `wait`; what they had
  /// done by then are their results, with `complete` false, and later launches are refused.
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
