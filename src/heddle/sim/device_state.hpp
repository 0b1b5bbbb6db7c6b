// The parts of a device, and its launches. A launch is queued, then run with or without timing,
// then recorded.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "heddle/exec/functional_run.hpp"
#include "heddle/exec/step/executable.hpp"
#include "heddle/exec/step/scalar_check.hpp"
#include "heddle/gpu/gpu.hpp"
#include "heddle/sim/deferred_signals.hpp"
#include "heddle/sim/device.hpp"
#include "heddle/sim/device_calls.hpp"
#include "heddle/sim/functional_time.hpp"
#include "heddle/sim/interrupted.hpp"
#include "heddle/sim/launches/launch_filter.hpp"
#include "heddle/sim/launches/launch_times.hpp"
#include "heddle/sim/observation.hpp"
#include "heddle/sim/records/recorder.hpp"

namespace heddle::sim {

/// A launch that has not ended yet.
struct Launch {
  LaunchRequest request;
  LaunchRecord record;
  std::shared_ptr<const exec::Grid> grid;
  bool chosen = false;  ///< the options run.kernels, run.skip and run.launches choose the launch
  std::uint64_t gpu_grid = 0;                ///< for a timed launch: number of its grid on the GPU
  std::unique_ptr<exec::FunctionalRun> run;  ///< computes a launch without timing; null before the
                                             ///< launch begins
  std::uint64_t counted_instructions = 0;    ///< number of instructions of `run` that the live
                                             ///< counters already contain
  Cycle not_before = 0;  ///< without timing: the launch begins at this time at the earliest
};

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
  std::shared_ptr<const exec::Grid> make_grid(const LaunchRequest& request, std::uint64_t id);
  std::optional<std::uint8_t> tenant_of(const LaunchRequest& request);
  /// Queues the grid on the GPU, where it begins at cycle `begins` at the earliest. Returns the
  /// grid's number on the GPU.
  std::uint64_t start(const std::shared_ptr<const exec::Grid>& grid, Cycle begins);
  Addr find_variable(const std::string& name) const;
  Occupancy occupancy(const isa::Program& program, std::uint32_t threads,
                      std::uint32_t dynamic_shared_bytes, std::uint32_t preferred_shared) const;

  /// Sets the function that running launches call often from now on, to check for requests.
  void check_requests(RequestCheck check);
  /// Carries out requests that `heddle run` and signals make during a launch.
  void answer_requests();
  void interrupted(const Interrupted& end);
  exec::FunctionalOptions functional_options(const Launch& launch);
  exec::FunctionalRun::Outcome compute(GridId id, Launch& launch);
  void run_functionally(Cycle limit);
  void run_timed(Cycle limit);
  void pass_time(Cycle limit);
  Cycle slice_end(Cycle limit) const;
  bool collect_finished();
  void note_time(LaunchRecord& record, const gpu::GridCounters& counters);
  void add_check(Launch& launch) const;
  /// Warns once per kernel if something kept the launch from running as the chosen policies define.
  void note_hindrances(const LaunchRecord& record, const gpu::GridStatus& status);
  /// Warns of warp-wide instructions of a launch that has ended.
  void warn_of_meetings(const Launch& launch);
  void warn_once(const std::string& text) { warn_once(text, text); }
  void warn_once(const std::string& text, const std::string& subject);
  void update_live();
  void update_counters();
  void update_time();
  void note_unfinished();
  void note_changed(GridId id) {
    if (tells_ends) changed.push_back(id);
  }
  void withdraw_progress();
  void count_instructions(Launch& launch);
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
  std::uint64_t instructions() const { return gpu.warp_instructions() + functional_instructions; }

  Configuration configuration;
  exec::MemoryImage memory;
  exec::TextureTable textures;
  exec::SystemServices services;
  gpu::Gpu gpu;
  Observation observation;
  LaunchFilter filter;
  Recorder recorder;
  std::uint32_t yield_after;  ///< LaunchShape::yield_after of all launches
  ComputedWatch computed_watch;
  RequestCheck requests;
  std::optional<DeferredSignals> deferred_signals;  ///< exists only under `heddle run`
  std::vector<std::shared_ptr<LoadedModule>> modules;
  std::map<const isa::Program*, std::shared_ptr<const exec::ExecutableProgram>> executables;
  DeviceRuntimeSettings runtime_settings;
  LaunchTree tree;
  DeviceCalls calls;
  std::map<GridId, Launch> nested_waiting;  ///< launches by kernels that may not begin yet
  std::map<std::uint64_t, GridId> on_gpu;  ///< timed launches, by the number of the grid on the GPU
  std::map<GridId, Launch> launches;       ///< launches that have not ended
  std::deque<GridId> functional;  ///< launches without timing, in the order in which they run
  ComputedGrids computed_grids;   ///< grids that were computed without timing and whose end lies in
                                  ///< the future
  bool tells_ends = false;        ///< whether someone calls Device::take_ended
  std::vector<GridId> changed;    ///< launches that may have finished since its last call
  LaunchTimes launch_times;
  StreamTenants tenants;
  GridId next_id = 0;
  std::set<std::string> warned_of;
  std::size_t stuck_in_a_row = 0;  ///< number of consecutive attempts to run a grid without timing
                                   ///< that made no progress
  std::uint64_t functional_instructions = 0;
  Cycle busy_cycles = 0;                       ///< cycles in which a timed grid ran
  Cycle recorded_cycles = 0;                   ///< cycles in which a recorded timed grid ran
  std::chrono::nanoseconds functional_time{};  ///< host time of launches without timing that has
                                               ///< not been recorded yet
  std::vector<Statistic> reused_statistics;    ///< statistics of the last timed launch, whose names
                                               ///< are reused
  std::string failure;  ///< reason of an earlier failure; not empty: the device cannot be used
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
