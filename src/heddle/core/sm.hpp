// A streaming multiprocessor: entities (warps of resident blocks, or parts of warps), schedulers
// that issue their instructions, pipelines, the load-store unit and the L1. The SM runs a number of
// cycles by itself, since nothing from outside can reach it sooner than the interconnect's latency.
// Requests and reports to the rest of the GPU wait in outboxes, each with its cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "heddle/core/sm_parts.hpp"
#include "heddle/core/terms/origin.hpp"
#include "heddle/model/block_grant.hpp"

namespace heddle::core {

class Sm {
 public:
  using Replies = SmParts::Replies;

  /// `replies`: the replies of memory that have come or are about to. `wake`: where the SM keeps
  /// the next cycle in which it has something to do, apart from replies and credits since its last
  /// run.
  Sm(std::uint16_t index, const SmConfiguration& configuration, SmPolicies policies,
     Replies& replies, Cycle& wake)
      : sm_(index, configuration, std::move(policies), replies, wake) {}

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
  bool hears_last_block() const { return sm_.policies.hears().last_block; }
  /// Injects a fault: the reply with this number is lost. Replies are counted from now on, from 1.
  void lose_reply(std::uint64_t number) { sm_.replies_to_loss = number; }
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
  ContextSwitch& context_switch() { return sm_.context_switch; }
  /// Invalidates the lines of one kernel slot, or of all.
  void invalidate_cache(std::optional<std::uint8_t> kernel = {}) {
    sm_.load_store.invalidate_cache(kernel);
  }

  /// Runs the cycles before `until`.
  void run(Cycle until);
  Cycle now() const { return sm_.view.now; }  ///< the last cycle in which the SM did something
  /// Returns the next cycle in which the SM has something to do; kNever: nothing before something
  /// arrives.
  Cycle next() const {
    const Cycle credit = sm_.load_store.port().next_credit();
    return std::min({sm_.wake, sm_.replies.next(), credit,
                     sm_.context_switch.is_active() ? sm_.context_switch.next_credit() : kNever});
  }

  /// Whether a credit may let the SM do something sooner.
  bool awaits_credit() const {
    return sm_.load_store.port().awaits_credit() || sm_.context_switch.is_active();
  }

  RequestPort& port() { return sm_.load_store.port(); }
  std::vector<SmReport>& reports() { return sm_.reports; }
  StoreLogs& logs() { return sm_.executor.logs(); }
  exec::Warp& warp_in(unsigned context) { return sm_.contexts.warps[context]; }
  /// The SM's warps and blocks, and their organisation.
  const Contexts& contexts() const { return sm_.contexts; }
  /// The atomic request with this origin.
  exec::AtomicRequest& atomic(std::uint32_t origin) {
    return sm_.load_store.atomic(Origin(origin).number());
  }
  /// The counters, up to the last issued instruction.
  const SmCounters& counters() {
    sm_.executor.count_issued();
    return sm_.counters;
  }
  const ResourceUnit& resources() const { return sm_.residents.resources(); }
  /// Counts the scheduler slots' cycles by reason. The last cycles may not be booked yet.
  StallBook& stall_book() { return sm_.stall_book; }
  /// Adds a listener, which is called after the policies and earlier listeners.
  void listen(model::Listener& listener);
  /// The state that policies and probes may see. It is up to date whenever they are called.
  const model::SmView& view() const { return sm_.view; }
  model::QueueDepths queue_depths(Cycle now) const { return sm_.load_store.depths(now); }
  // The GPU's watchdog.
  SmWatchdog& watchdog() { return sm_.watchdog; }
  /// Returns how many entities can issue and have not issued since the watch began.
  unsigned never_issued() const {
    return sm_.watchdog.never_issued(sm_.issue_stage.issuable(sm_.stall_book.accounted()));
  }
  /// Whether the throttle has a parameter that can release held warps.
  bool can_release() const { return sm_.policies.can_release(); }
  /// Whether warps of resident blocks wait for their start.
  bool has_waiting_warps() const { return sm_.residents.has_waiting(); }
  /// Returns one line for each entity on the SM: its name, what it waits for and where. If warps
  /// wait for their start, adds a line about them.
  std::vector<std::string> waits() const;

 private:
  SmParts sm_;
};

}  // namespace heddle::core
