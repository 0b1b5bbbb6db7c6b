// A simulated GPU with its memory, modules and running grids: what the CUDA runtime and the command
// line stand on. Time is the device's own and passes only in `advance`; the host's clock is
// read for nothing but the results' account of host time. Not thread-safe: its user locks.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/base/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/exec/grid.hpp"
#include "heddle/exec/memory_image.hpp"
#include "heddle/exec/system_call.hpp"
#include "heddle/exec/texture.hpp"
#include "heddle/isa/module.hpp"
#include "heddle/sim/configuration.hpp"
#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

/// A module on the device: its variables have addresses.
struct LoadedModule {
  isa::Module module;
  std::vector<Addr> addresses;                              ///< of module.variables
  const isa::Program* kernel(std::string_view name) const;  ///< null: no such kernel
};

/// A module's variables do not fit.
class OutOfDeviceMemory : public Error {
 public:
  using Error::Error;
};

struct LaunchRequest {
  std::shared_ptr<const LoadedModule> module;
  std::shared_ptr<const isa::Program> program;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::uint8_t> parameters;
  std::uint64_t stream = 0;                              ///< for results only
  bool cooperative = false;                              ///< all blocks must be resident together
  std::uint32_t stack_bytes = exec::kDefaultStackBytes;  ///< of a thread
};

struct Occupancy {
  std::uint32_t blocks_per_sm = 0;
  std::string limited_by;  ///< all that bind: "registers, shared memory, warps, blocks, threads"
};

using GridId = std::uint64_t;

class Device {
 public:
  explicit Device(const Configuration& configuration);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const Configuration& configuration() const;
  exec::MemoryImage& memory();
  exec::TextureTable& textures();
  exec::SystemServices& services();  ///< where printf and malloc of kernels end up

  /// Compiles PTX text, allocates and fills its variables. Variables that are extern are looked up
  /// by name in the modules loaded before; those of `placed` are there already. Throws SourceError,
  /// OutOfDeviceMemory.
  std::shared_ptr<const LoadedModule> load(
      std::string_view ptx, const std::string& file_name,
      const std::map<std::string, Addr, std::less<>>& placed = {});
  void unload(const std::shared_ptr<const LoadedModule>& module);

  Cycle now() const;                   ///< core cycles since the device began
  double seconds(Cycle cycles) const;  ///< of the core clock
  Cycle cycles(double seconds) const;  ///< rounded up
  /// Duration of a copy over the host link: latency + bytes / bandwidth of the machine.
  Cycle host_copy_cycles(std::uint64_t bytes) const;
  /// Duration of a copy or fill inside device memory.
  Cycle device_copy_cycles(std::uint64_t bytes) const;

  /// The grid may begin now; it runs beside those already running as resources allow. Throws Error
  /// when no block can ever fit.
  GridId launch(LaunchRequest request);
  /// From now on `heard` gets each launch that ends, and those that a fault cuts off, as results
  /// show them. It may not call the device.
  void on_record(std::function<void(const LaunchRecord&)> heard);
  /// For the results of the run: what its program may have missed.
  void report_warning(const std::string& warning);
  /// The run failed although no kernel did: `reason` is one sentence.
  void report_failure(const std::string& reason);
  bool finished(GridId grid) const;
  bool idle() const;  ///< no grid runs
  /// Lets time pass to `limit` at most, and returns at the end of the first grid that ends before.
  /// Grids without timing are computed at once, and last as long as functional_time.hpp says.
  /// With no grid running, time jumps to `limit`. Throws exec::ExecutionFault, or Interrupted where
  /// a signal asked the run to end: the grid is gone, the device goes on to refuse launches.
  void advance(Cycle limit);
  /// The program may write to the terminal now: the progress line, which shows while time passes,
  /// is taken away.
  void withdraw_progress();

  Occupancy occupancy(const isa::Program& program, std::uint32_t block_threads,
                      std::uint32_t dynamic_shared_bytes) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heddle::sim
