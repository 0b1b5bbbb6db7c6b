// The whole GPU: a chip and the classes that run it. Programs launch grids through Gpu, and the
// classes that Gpu owns do the work. The clockwork advances SMs, interconnect and memory in quanta
// of simulated time. After each quantum the dispatcher replays the reports of the SMs and hands out
// blocks, the accounts record the counts of each grid, and the watchdog stops a run in which no
// warp can make progress. Results do not depend on the number of host threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/base/request_check.hpp"
#include "heddle/exec/system/system_call.hpp"
#include "heddle/gpu/accounts/accounts.hpp"
#include "heddle/gpu/accounts/probes.hpp"
#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/clock/clockwork.hpp"
#include "heddle/gpu/clock/watchdog.hpp"
#include "heddle/gpu/dispatch/cluster_waits.hpp"
#include "heddle/gpu/dispatch/dispatcher.hpp"
#include "heddle/gpu/dispatch/tenants.hpp"
#include "heddle/gpu/inspection.hpp"

namespace heddle::gpu {

class Gpu final {
 public:
  /// `services` performs the system calls of grids.
  Gpu(const MachineSpec& machine, const PolicyChoice& policies, exec::SystemServices& services,
      unsigned host_threads = 1);

  /// Throws Error if a GPU with these policies cannot be made. All SMs are alike, so the policies
  /// of an SM are tried on the first one. Simulates nothing, and touches the memory of one SM only.
  static void check_policies(const MachineSpec& machine, const PolicyChoice& policies,
                             exec::SystemServices& services);

  // Grids and time.
  Cycle now() const { return clockwork_.now(); }
  /// Queues a grid and returns its number. The grid's blocks must fit on an empty SM (`occupancy`).
  /// The grid begins at cycle `begins`, or later if no kernel slot is free yet; a tenant's grid
  /// needs the tenant's slot. With the `context` of a suspended grid, the
  /// grid continues where it stopped. A suspended grid may continue on another GPU. The
  /// organisation of that GPU must cut warps into the same number of parts, and its memory must
  /// have the same contents.
  std::uint64_t start(std::shared_ptr<const exec::Grid> grid, GridContext context = {},
                      Cycle begins = 0);
  /// Calls `ended` from now on for each grid that ends. advance() makes the call between two
  /// quanta, with the grid's number and the cycle after the grid's last cycle. At the call device
  /// memory holds the grid's results. If `ended` starts a tenant's grid, this grid may begin in the
  /// cycle that `ended` was told, whatever the length of a quantum.
  void on_grid_end(Dispatcher::GridEnded ended) { grid_ended_ = std::move(ended); }
  /// Lets the threads of a block go on from `when` that wait for the grids that the block has
  /// launched.
  void release_parent(std::uint64_t grid, std::uint64_t block, Cycle when) {
    dispatcher_.parents().release(grid, block, when);
  }
  /// Sets how many warp instructions per cycle an SM issues while the tenant runs alone. Some
  /// sharing policies use this number.
  void set_alone_ipc(unsigned tenant, double warp_instructions) {
    tenants_.set_alone_ipc(tenant, warp_instructions);
  }
  /// Number of cycles so far in which the sharing policy was in a sampling phase.
  Cycle sampled() const { return tenants_.sampled(now()); }
  const GridStatus& status(std::uint64_t grid) const { return dispatcher_.status(grid); }
  /// Forgets a grid that has finished.
  void forget(std::uint64_t grid) { dispatcher_.forget(grid); }
  bool idle() const { return dispatcher_.idle(); }
  /// Simulates until a grid ends or the time is `limit`. If no grid runs, time jumps to `limit`.
  /// Throws exec::ExecutionFault if a program made an error. Also throws it if no warp can make
  /// progress; the message then lists the waiting warps. `alone`: only the grids themselves can
  /// change the memory that they read (for example, no copy is running), so warps that poll memory
  /// count as waiting.
  void advance(Cycle limit, bool alone = true);
  /// Makes advance() check `requests` before each quantum from now on. If the check throws, the GPU
  /// keeps the state that it had before the quantum.
  void check_requests(RequestCheck requests) { requests_ = std::move(requests); }

  // Preemption. Commands take effect after the control latency.
  std::optional<std::uint64_t> resident_block(std::uint32_t sm, std::uint16_t block_slot) const {
    return chip_.sms.at(sm)->contexts().resident_block(block_slot);
  }
  /// Stops the block in the slot. Returns false if the slot is free. The block is saved when none
  /// of its operations is in flight. `away` cycles later the block can continue on any SM with
  /// room. It then has priority over blocks of its grid that have not begun. If `away` is kNever,
  /// the block waits until its grid is suspended and started again.
  bool stop_block(std::uint32_t sm, std::uint16_t block_slot, Cycle away = 0) {
    return dispatcher_.stop_block(sm, block_slot, away, now());
  }
  /// Takes the grid off the GPU: no further block of the grid begins, and the running blocks are
  /// stopped. Returns the context for a later start() as soon as all these blocks are saved; the
  /// grid then no longer runs on this GPU. Until then the function returns nothing, and the caller
  /// must call it again later. The function also returns nothing if the grid has ended meanwhile.
  std::optional<GridContext> suspend(std::uint64_t grid);

  // Results.
  /// Returns the present counts of a running grid.
  GridCounters counters_so_far(std::uint64_t grid) {
    return dispatcher_.counters_so_far(grid, now());
  }
  /// Number of warp instructions that all grids have issued so far.
  std::uint64_t warp_instructions() const { return accounts_.warp_instructions(); }
  /// Returns the object that computes a block's resources on an SM and the number of blocks that
  /// fit.
  const BlockFit& block_fit() const { return chip_.block_fit; }
  const energy::Model& energy_model() const { return accounts_.energy_model(); }
  /// Host time spent in `advance` since the last call.
  PhaseTimes take_phase_times() { return clockwork_.take_phase_times(); }
  /// Measures from now on how evenly the work of the SMs could be divided among host threads. Works
  /// only if one host thread runs all SMs.
  void measure_balance() { clockwork_.measure_balance(); }

  // For tests.
  Inspection inspect() const { return {chip_, dispatcher_}; }
  FaultInjector faults() { return FaultInjector(chip_); }

  // Observers.
  /// Sends the events of the SM to the listener from now on. The host thread that runs the SM calls
  /// the listener.
  void listen(std::uint32_t sm, model::Listener& listener) { chip_.sms.at(sm)->listen(listener); }
  /// Sends the probe from now on the events that it asks for. From the next grid on, the grids'
  /// counters contain the probe's counts. The probe must outlive the GPU's last cycle.
  void attach(probe::Probe& probe);
  /// From now on, the counters of each grid that begins also contain the counts of each SM.
  void count_each_sm() { accounts_.count_each_sm(); }

 private:
  Gpu(const MachineSpec& machine, const PolicyChoice& policies, DispatchBoundary boundary,
      CorunBoundary sharing, exec::SystemServices& services, unsigned host_threads);

  /// Runs all units to `until` and replays their reports. Returns true if a grid has ended.
  bool run_quantum(Cycle until);
  /// Performs the system call that a warp has reported.
  void serve(const StampedReport& report);
  /// Cycles that a warp waits for a system call of `lanes`.
  Cycle service_cycles(isa::SystemCall call, LaneMask lanes) const;
  void check_progress(bool alone);

  exec::SystemServices& services_;
  RequestCheck requests_;
  CorunBoundary sharing_;
  Chip chip_;
  model::Subscribers dispatch_subscribers_;
  Probes probes_;
  Accounts accounts_;
  Tenants tenants_;
  Dispatcher::GridEnded grid_ended_ = [](std::uint64_t, Cycle) {};
  Dispatcher dispatcher_;
  ClusterWaits cluster_waits_;
  Cycle services_end_ = 0;  ///< when the last of the calls ends that have begun so far
  Clockwork clockwork_;
  Watchdog watchdog_;
};

}  // namespace heddle::gpu
