// The parts of a device, and its launches. A launch is queued, then run with or without timing,
// then recorded.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/gpu/gpu.hpp"
#include "heddle/sim/deferred_signals.hpp"
#include "heddle/sim/device.hpp"
#include "heddle/sim/device_calls.hpp"
#include "heddle/sim/interrupted.hpp"
#include "heddle/sim/launch_log.hpp"
#include "heddle/sim/launches/functional_time.hpp"
#include "heddle/sim/launches/launch_maker.hpp"
#include "heddle/sim/launches/untimed_launches.hpp"

namespace heddle::sim {

struct Device::State {
  explicit State(const Configuration& of);

  void check_launch(const LaunchRequest& request) const;
  void refuse_shared_launches(const LaunchRequest& request) const;
  /// Makes the launch, which begin() then begins.
  Launch prepare(LaunchRequest request, GridId id);
  /// Gives the launch to the GPU, or to the queue of launches without timing.
  void begin(GridId id, Launch launch, Cycle when);
  // Launches by kernels (device_nesting.cpp).
  DeviceCallHost call_host();
  LaunchTree::Hooks tree_hooks();
  std::shared_ptr<const isa::Program> kernel_at(GridId grid, Addr kernel) const;
  exec::RuntimeCode check_nested(const LaunchRequest& request) const;
  std::uint64_t unbegun_launches() const;
  void begin_nested(GridId id, Cycle when);
  void free_block(GridId grid, std::uint64_t block, Cycle when);
  /// A grid on the GPU has ended.
  void end_on_gpu(std::uint64_t gpu_grid, Cycle when);
  std::uint32_t kept_slots(const LaunchRequest& request) const;
  std::optional<std::uint8_t> tenant_of(const LaunchRequest& request);
  /// Queues the grid on the GPU, where it begins at cycle `begins` at the earliest. Returns the
  /// grid's number on the GPU.
  std::uint64_t start(const std::shared_ptr<const exec::Grid>& grid, Cycle begins);
  Addr find_variable(const std::string& name) const;

  /// Sets the function that running launches call often from now on, to check for requests.
  void check_requests(RequestCheck check);
  /// Carries out requests that `heddle run` and signals make during a launch.
  void answer_requests();
  void interrupted(const Interrupted& end);
  /// Runs the front of the queue of launches without timing.
  void run_untimed(Cycle limit);
  void end_untimed(GridId id, Launch& launch);
  void run_timed(Cycle limit);
  void pass_time(Cycle limit);
  Cycle slice_end(Cycle limit) const;
  bool collect_finished();
  void update_live();
  void update_counters();
  void update_time();
  void note_unfinished();
  void note_changed(GridId id) {
    if (tells_ends) changed.push_back(id);
  }
  void record_host_time();
  void check_limits();
  [[noreturn]] void stop(const std::string& reason);
  void record_unfinished();
  void fault(const std::string& message);
  /// Calls `work`. If `work` throws, records the error as a fault; the device then refuses further
  /// work.
  template <typename Work>
  auto run_or_fault(Work work);
  void give_up(const std::string& reason);
  std::uint64_t instructions() const {
    return gpu.warp_instructions() + untimed.warp_instructions();
  }

  Configuration configuration;
  exec::MemoryImage memory;
  exec::TextureTable textures;
  exec::SystemServices services;
  gpu::Gpu gpu;
  LaunchLog log;
  LaunchMaker maker;
  UntimedLaunches untimed;
  RequestCheck requests;
  std::optional<DeferredSignals> deferred_signals;  ///< exists only under `heddle run`
  std::vector<std::shared_ptr<LoadedModule>> modules;
  DeviceRuntimeSettings runtime_settings;
  LaunchTree tree;
  DeviceCalls calls;
  std::map<GridId, Launch> nested_waiting;  ///< launches by kernels that may not begin yet
  std::map<std::uint64_t, GridId> on_gpu;  ///< timed launches, by the number of the grid on the GPU
  std::map<GridId, Launch> launches;       ///< launches that have not ended
  ComputedGrids computed_grids;  ///< grids that were computed without timing and whose end lies in
                                 ///< the future
  bool tells_ends = false;       ///< whether someone calls Device::take_ended
  std::vector<GridId> changed;   ///< launches that may have finished since its last call
  StreamTenants tenants;
  GridId next_id = 0;
  Cycle busy_cycles = 0;  ///< cycles in which a timed grid ran
  std::string failure;    ///< reason of an earlier failure; not empty: the device cannot be used
};

template <typename Work>
auto Device::State::run_or_fault(Work work) {
  try {
    return work();
  } catch (const Interrupted& end) {
    interrupted(end);
    throw;
  } catch (const Error& error) {
    fault(error.what());
    throw;
  }
}

}  // namespace heddle::sim
