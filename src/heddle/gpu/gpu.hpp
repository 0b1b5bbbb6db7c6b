// The whole GPU: a chip, and what runs it. Gpu is the door for whoever launches grids; the work is
// done by the classes that it owns. The clockwork moves SMs, interconnect and memory through time
// in quanta. After each quantum the dispatcher replays what the SMs reported and hands out blocks,
// the accounts keep what each grid cost, and the watchdog stops a run in which no warp can go on.
// Results do not depend on the number of host threads.
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
#include "heddle/gpu/dispatch/dispatcher.hpp"
#include "heddle/gpu/dispatch/tenants.hpp"
#include "heddle/gpu/inspection.hpp"

namespace heddle::gpu {

class Gpu final {
 public:
  /// `services` performs the system calls of grids.
  Gpu(const MachineSpec& machine, const PolicyChoice& policies, exec::SystemServices& services,
      unsigned host_threads = 1);

  // Grids and time.
  Cycle now() const { return clockwork_.now(); }
  /// Queues a grid whose blocks fit on an empty SM (`occupancy`); the grid begins as soon as a
  /// kernel slot and room for its blocks are free. With the context of a suspended grid it goes on
  /// where it was, also on another GPU whose organisation cuts warps into as many parts, if memory
  /// holds what it held. Returns the grid's number.
  /// One of a tenant begins at `begins` or as soon after as the tenant's slot is free.
  std::uint64_t start(std::shared_ptr<const exec::Grid> grid, GridContext context = {},
                      Cycle begins = 0);
  /// From here on it is called for each grid that ends, in `advance`, between two quanta: with the
  /// grid's number and the cycle after its last. What it starts for a tenant may begin at that
  /// cycle, whatever the quantum; device memory is what the grid has left.
  void on_grid_end(Dispatcher::GridEnded ended) { grid_ended_ = std::move(ended); }
  /// How many warp instructions an SM issues in a cycle while the tenant is alone, for policies
  /// that share by that.
  void set_alone_ipc(unsigned tenant, double warp_instructions) {
    tenants_.set_alone_ipc(tenant, warp_instructions);
  }
  /// Cycles so far in which the policy by which programs share the GPU has sampled.
  Cycle sampled() const { return tenants_.sampled(now()); }
  const GridStatus& status(std::uint64_t grid) const { return dispatcher_.status(grid); }
  /// Forgets a grid that has finished.
  void forget(std::uint64_t grid) { dispatcher_.forget(grid); }
  bool idle() const { return dispatcher_.idle(); }
  /// Lets time pass until a grid ends, to `limit` at most. With no grid running, time jumps to
  /// `limit`. Throws exec::ExecutionFault for what a program did wrong, and, with the waiting
  /// warps, when no warp can go on. Warps that poll memory count as waiting only if the grids are
  /// `alone`: if nothing else, such as a copy, can change what they poll.
  void advance(Cycle limit, bool alone = true);
  /// From here on `advance` looks at the word before each quantum; what the answer throws leaves
  /// the GPU as it is between two quanta.
  void heed(RequestCheck requests) { requests_ = std::move(requests); }

  // Preemption. Commands take effect after the control latency.
  std::optional<std::uint64_t> resident_block(std::uint32_t sm, std::uint16_t block_slot) const {
    return chip_.sms.at(sm)->contexts().resident_block(block_slot);
  }
  /// Stops the block in the slot. The block is saved once nothing of it is in flight; `away` cycles
  /// later it goes on wherever there is room, before blocks of its grid that have not begun;
  /// kNever: not before its grid is suspended and started again. False: the slot is free.
  bool stop_block(std::uint32_t sm, std::uint16_t block_slot, Cycle away = 0) {
    return dispatcher_.stop_block(sm, block_slot, away, now());
  }
  /// Takes the grid off the GPU: none of its blocks begins any more, and those that run are
  /// stopped. Once all are saved the grid has finished here, and what is needed to start it again
  /// is returned; before that nothing: ask again later, unless the grid has come to its end
  /// meanwhile.
  std::optional<GridContext> suspend(std::uint64_t grid);

  // Results.
  /// The counts so far of a grid that is running.
  GridCounters counters_so_far(std::uint64_t grid) {
    return dispatcher_.counters_so_far(grid, now());
  }
  /// Of all grids so far.
  std::uint64_t warp_instructions() const { return accounts_.warp_instructions(); }
  /// What blocks take of an SM, and how many fit.
  const BlockFit& block_fit() const { return chip_.block_fit; }
  const energy::Model& energy_model() const { return accounts_.energy_model(); }
  /// Host time spent in `advance` since the last call.
  PhaseTimes take_phase_times() { return clockwork_.take_phase_times(); }
  /// From here on host times tell how evenly SMs could be divided among host threads, if one thread
  /// runs all of them.
  void measure_balance() { clockwork_.measure_balance(); }

  // For tests.
  Inspection inspect() const { return {chip_, dispatcher_}; }
  FaultInjector faults() { return FaultInjector(chip_); }

  // What looks on.
  /// From now on the listener is told what the SM does, by the host thread that runs the SM.
  void listen(std::uint32_t sm, model::Listener& listener) { chip_.sms.at(sm)->listen(listener); }
  /// From now on the probe hears what it asks for, and from the next grid on its counts are among
  /// the counters. The probe must outlive the GPU's last cycle.
  void attach(probe::Probe& probe);
  /// From the next grid on, counters tell SMs apart.
  void count_each_sm() { accounts_.count_each_sm(); }

 private:
  Gpu(const MachineSpec& machine, const PolicyChoice& policies, DispatchBoundary boundary,
      CorunBoundary sharing, exec::SystemServices& services, unsigned host_threads);

  /// Runs the units to `until` and replays their reports. True: a grid has ended.
  bool run_quantum(Cycle until);
  /// Performs a system call of a warp.
  void serve(const StampedReport& report);
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
  Clockwork clockwork_;
  Watchdog watchdog_;
};

}  // namespace heddle::gpu
