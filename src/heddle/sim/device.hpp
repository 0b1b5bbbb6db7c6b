// A simulated GPU with its memory, modules and running grids. The CUDA runtime, the command line
// and the C++ library are built on it. The device has its own clock, which advances only in
// `advance`. The host's clock is read only for the host times in the results. The class is not
// thread-safe; callers must lock.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/base/request_check.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/exec/system/system_call.hpp"
#include "heddle/exec/texture/texture.hpp"
#include "heddle/isa/module.hpp"
#include "heddle/sim/launches/launch_record.hpp"
#include "heddle/sim/launches/launch_request.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

/// Thrown if device memory has no room for a module's variables.
class OutOfDeviceMemory : public Error {
 public:
  using Error::Error;
};

/// Limits of launches by kernels, and what device code may ask for.
struct DeviceRuntimeSettings {
  /// Kernels that wait for what they have launched, one launched by the other
  /// (cudaLimitDevRuntimeSyncDepth). At most kMostSyncDepth.
  std::uint32_t sync_depth = 2;
  /// Largest number of launches and other operations of kernels that have not begun
  /// (cudaLimitDevRuntimePendingLaunchCount).
  std::uint64_t pending_launches = 2048;
  /// Value of a cudaDeviceAttr, and of a cudaLimit; nothing: there is no such attribute or limit.
  std::function<std::optional<int>(std::uint32_t)> attribute;
  std::function<std::optional<std::uint64_t>(std::uint32_t)> limit;

  /// Each of the waiting kernels holds a kernel slot, and the last that they wait for needs one.
  static constexpr std::uint32_t kMostSyncDepth = core::kKernelSlots - 1;
};

class Device {
 public:
  explicit Device(const Configuration& configuration);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const Configuration& configuration() const;
  exec::MemoryImage& memory();
  exec::TextureTable& textures();
  exec::SystemServices& services();         ///< printf, malloc and other services for kernels
  DeviceRuntimeSettings& device_runtime();  ///< may change between two launches

  /// Compiles PTX text, allocates the variables of the module and writes their initial values.
  /// Extern variables are looked up by name in the modules that were loaded before. Variables in
  /// `placed` already have memory at the given addresses. Throws SourceError and OutOfDeviceMemory.
  std::shared_ptr<const LoadedModule> load(
      std::string_view ptx, const std::string& file_name,
      const std::map<std::string, Addr, std::less<>>& placed = {});
  void unload(const std::shared_ptr<const LoadedModule>& module);

  Cycle now() const;                   ///< core cycles since the device was built
  double seconds(Cycle cycles) const;  ///< duration of this number of core cycles
  Cycle cycles(double seconds) const;  ///< core cycles of this duration, rounded up
  /// Returns the duration of a copy over the host link, from the machine file's values: latency +
  /// bytes / bandwidth.
  Cycle host_copy_cycles(std::uint64_t bytes) const;
  /// Returns the duration of a copy or fill inside device memory.
  Cycle device_copy_cycles(std::uint64_t bytes) const;

  /// Starts a grid. The grid runs at the same time as earlier grids if resources are free. Throws
  /// Error if not even one block fits on an SM.
  GridId launch(LaunchRequest request);
  /// Sets the function that receives, from this call on, the record of each launch that ends or
  /// that a fault stops. `heard` must not call the device.
  void on_record(std::function<void(const LaunchRecord&)> heard);
  void watch(ComputedWatch watch);
  /// Whether the run's options choose the launch (LaunchFilter). The launch must not have ended.
  bool chosen(GridId grid) const;
  /// Sets a function that running launches call often from now on, to check for requests. The
  /// function may throw Interrupted, which ends the run. Allowed only for a device without a run
  /// folder, because a device with a run folder takes requests from its journal.
  void check_requests(RequestCheck requests);
  /// Adds a warning to the results: an error that the program may have ignored.
  void report_warning(const std::string& warning);
  /// Marks the run as failed although no kernel faulted. `reason` is one sentence.
  void report_failure(const std::string& reason);
  /// Whether the launch of the host has ended, with all launches that its threads have caused.
  bool finished(GridId grid) const;
  /// Returns the launches that have finished since the last call, possibly some of them twice.
  std::vector<GridId> take_ended();
  bool idle() const;  ///< no grid runs
  /// Advances the clock to `limit`, but at most to the end of the first grid that ends. Grids
  /// without timing are computed at once; launches/functional_time.hpp defines their duration.
  /// Without a running grid the clock jumps to `limit`. Throws exec::ExecutionFault for a fault of
  /// a kernel, and Interrupted if a signal has ended the run. After either exception no grid runs,
  /// and the device refuses later launches.
  void advance(Cycle limit);
  /// Erases the progress line of `heddle run`. Called before the program writes to the terminal.
  void withdraw_progress();

  /// `preferred_shared`: as in exec::LaunchShape.
  Occupancy occupancy(const isa::Program& program, std::uint32_t block_threads,
                      std::uint32_t dynamic_shared_bytes,
                      std::uint32_t preferred_shared = exec::kNoPreference) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heddle::sim
