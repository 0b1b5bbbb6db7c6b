// A streaming multiprocessor: entities (warps of resident blocks, or parts of warps), schedulers
// that issue their instructions, pipelines, the load-store unit and the L1. The SM runs a number of
// cycles by itself, since nothing from outside can reach it sooner than the interconnect's latency.
// Requests and reports to the rest of the GPU wait in outboxes, each with its cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/accounts/sm_watchdog.hpp"
#include "heddle/core/accounts/stall_book.hpp"
#include "heddle/core/eviction/context_switch.hpp"
#include "heddle/core/fetch/front_end.hpp"
#include "heddle/core/formed_warps/ganging_unit.hpp"
#include "heddle/core/formed_warps/path_unit.hpp"
#include "heddle/core/issue/execution_units.hpp"
#include "heddle/core/issue/executor.hpp"
#include "heddle/core/issue/issue_stage.hpp"
#include "heddle/core/load_store/load_store_unit.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/residents/flow.hpp"
#include "heddle/core/residents/peer_waits.hpp"
#include "heddle/core/residents/residents.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"
#include "heddle/core/state/issue_gate.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/core/terms/origin.hpp"
#include "heddle/core/terms/sm_event.hpp"
#include "heddle/core/terms/sm_report.hpp"
#include "heddle/memory/packet.hpp"
#include "heddle/model/block_grant.hpp"
#include "heddle/model/stall.hpp"
#include "heddle/model/subscribers.hpp"

namespace heddle::core {

class Sm {
 public:
  using Replies = memory::ArrivalQueue<model::MemoryReply>;

  /// `replies`: the replies of memory that have come or are about to. `wake`: where the SM keeps
  /// the next cycle in which it has something to do, apart from replies and credits since its last
  /// run.
  Sm(std::uint16_t index, const SmConfiguration& configuration, SmPolicies policies,
     Replies& replies, Cycle& wake);

  /// Binds the kernel slot to the grid. `demand`: resources that each block of the grid needs.
  /// `offences`: the instructions after which a block cannot start again; null: not known.
  void bind(std::uint8_t kernel, const exec::Grid& grid, const DecodedProgram& decoded,
            const model::BlockDemand& demand, const std::vector<isa::Offence>* offences = nullptr);
  /// Schedules the arrival of a block at `when`. The dispatcher has found free resources for
  /// `warps` of its warps. The other warps wait for resources of warps that end.
  void schedule_block(Cycle when, std::uint8_t kernel, std::uint64_t block, std::uint32_t warps,
                      model::BlockGrant grant = {});
  /// Schedules the event for cycle `when`.
  void schedule(Cycle when, const SmEvent& event);
  /// Whether a policy wants to be told about the last block.
  bool hears_last_block() const { return policies_.hears().last_block; }
  /// Injects a fault: the reply with this number is lost. Replies are counted from now on, from 1.
  void lose_reply(std::uint64_t number) { replies_to_loss_ = number; }
  // Preemption; see Checkpoint.
  /// Schedules a stop: from cycle `when` on, nothing of the block in the slot issues. When the
  /// block has nothing in flight, it is saved, its contexts become free, and `block_saved` is
  /// reported. If the block has ended before, nothing happens.
  void schedule_stop(Cycle when, std::uint16_t block_slot);
  /// Schedules the arrival of a saved block of the kernel slot at `when`, as schedule_block() does.
  void schedule_restore(Cycle when, std::uint8_t kernel, BlockContext context,
                        model::BlockGrant grant = {});
  /// Throws Error if the preemption policy makes blocks leave before their end and this SM does not
  /// support that.
  void check_signals() const;
  /// Schedules a signal: from cycle `when` on, all blocks leave the SM as the preemption policy
  /// says. When none is left, `sm_freed` is reported. `incoming`: the blocks that need the SM.
  void schedule_signal(Cycle when, std::optional<model::IncomingBlocks> incoming);
  /// The saved blocks, and the costs of the last signal.
  ContextSwitch& context_switch() { return switch_; }
  /// Invalidates the lines of one kernel slot, or of all.
  void invalidate_cache(std::optional<std::uint8_t> kernel = {}) {
    load_store_.invalidate_cache(kernel);
  }

  /// Runs the cycles before `until`.
  void run(Cycle until);
  Cycle now() const { return view_.now; }  ///< the last cycle in which the SM did something
  /// Returns the next cycle in which the SM has something to do; kNever: nothing before something
  /// arrives.
  Cycle next() const {
    const Cycle credit = load_store_.port().next_credit();
    return std::min(
        {wake_, replies_.next(), credit, switch_.is_active() ? switch_.next_credit() : kNever});
  }

  /// Whether a credit may let the SM do something sooner.
  bool awaits_credit() const { return load_store_.port().awaits_credit() || switch_.is_active(); }

  RequestPort& port() { return load_store_.port(); }
  std::vector<SmReport>& reports() { return reports_; }
  StoreLogs& logs() { return executor_.logs(); }
  exec::Warp& warp_in(unsigned context) { return contexts_.warps[context]; }
  /// The SM's warps and blocks, and their organisation.
  const Contexts& contexts() const { return contexts_; }
  /// The atomic request with this origin.
  exec::AtomicRequest& atomic(std::uint32_t origin) {
    return load_store_.atomic(Origin(origin).number());
  }
  /// The counters, up to the last issued instruction.
  const SmCounters& counters() {
    executor_.count_issued();
    return counters_;
  }
  const ResourceUnit& resources() const { return residents_.resources(); }
  /// Counts the scheduler slots' cycles by reason. The last cycles may not be booked yet.
  StallBook& stall_book() { return stall_book_; }
  /// Adds a listener, which is called after the policies and earlier listeners.
  void listen(model::Listener& listener);
  /// The state that policies and probes may see. It is up to date whenever they are called.
  const model::SmView& view() const { return view_; }
  model::QueueDepths queue_depths(Cycle now) const { return load_store_.depths(now); }
  // The GPU's watchdog.
  SmWatchdog& watchdog() { return watchdog_; }
  /// Returns how many entities can issue and have not issued since the watch began.
  unsigned never_issued() const {
    return watchdog_.never_issued(issue_stage_.issuable(stall_book_.accounted()));
  }
  /// Whether the throttle has a parameter that can release held warps.
  bool can_release() const { return policies_.can_release(); }
  /// Whether warps of resident blocks wait for their start.
  bool has_waiting_warps() const { return residents_.has_waiting(); }
  /// Returns one line for each entity on the SM: its name, what it waits for and where. If warps
  /// wait for their start, adds a line about them.
  std::vector<std::string> waits() const;

 private:
  // `kPlain`: the SM is plain (plain_shape.hpp).
  template <bool kPlain>
  void run_shape(Cycle until);
  template <bool kPlain>
  void tick(Cycle now);
  /// Handles an event that is neither a result nor an arriving instruction.
  [[gnu::noinline]] void deliver(const SmEvent& event, Cycle now);
  /// Handles the replies of memory that have come.
  [[gnu::noinline]] void receive(Cycle now);
  /// Lets the launched entities continue.
  void start_launched(Cycle now);
  template <bool kPlain>
  Cycle next_work(Cycle now);

  SmEvents events_;
  std::vector<SmReport> reports_;
  SmCounters counters_;
  PolicyBoundary policies_;
  Contexts contexts_;
  IssueGate gate_;
  SmProbe probe_;
  SmWatchdog watchdog_;
  model::SmView view_;
  StallBook stall_book_;
  EntityConditions conditions_;
  PeerWaits peers_;
  Residents residents_;
  ExecutionUnits units_;
  LoadStoreUnit load_store_;
  FrontEnd front_end_;
  Flow flow_;
  GangingUnit gangs_;
  std::unique_ptr<PathUnit> paths_;  ///< null: warps are not formed
  ContextSwitch switch_;
  Executor executor_;
  IssueStage issue_stage_;
  Replies& replies_;
  std::uint64_t replies_to_loss_ = 0;  ///< number of replies up to the one to lose; 0: none will be
                                       ///< lost
  Cycle& wake_;
};

}  // namespace heddle::core
