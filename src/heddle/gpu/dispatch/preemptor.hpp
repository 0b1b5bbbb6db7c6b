// Takes blocks off SMs when the preemption trigger says so. Keeps account of the signals: which SMs
// are handling one, which blocks are returning after one, and which SMs are reserved for a grid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/dispatch_boundary.hpp"
#include "heddle/gpu/chip/sm_report.hpp"
#include "heddle/gpu/dispatch/grid_run.hpp"
#include "heddle/gpu/dispatch/ledger.hpp"
#include "heddle/gpu/dispatch/tenants.hpp"

namespace heddle::gpu {

class Preemptor {
 public:
  /// References to the dispatcher's state, so that each call sees the present state.
  struct Surroundings {
    const std::vector<Ledger>& ledgers;    ///< by SM: the dispatcher's knowledge of the SM
    const std::vector<GridRun*>& running;  ///< the most urgent first, then the oldest
    const Tenants& tenants;
    const model::Subscribers& subscribers;
  };

  Preemptor(Chip& chip, DispatchBoundary& policies, const Surroundings& around)
      : control_latency_(chip.machine.control.control_latency),
        sms_(chip.sms),
        policies_(policies),
        around_(around),
        signals_(chip.sms.size()) {}
  Preemptor(const Preemptor&) = delete;
  Preemptor& operator=(const Preemptor&) = delete;

  /// Marks the signals that are due by `until` as sent. They have no effect, since no grid ran.
  void skip(Cycle until) { sent_until_ = std::max(sent_until_, until); }
  /// Sends the signals that are due by `until`.
  void send(Cycle until);
  /// Lifts reservations, and lets a trigger that watches grids send signals. Called after blocks
  /// have been placed or could not be placed. Returns true if this has opened an SM that was closed
  /// to blocks.
  bool watch(Cycle when);

  /// Whether a block of the grid can be sent to the SM.
  bool admits(std::uint32_t sm, const GridRun& run) const {
    const Signals& signals = signals_[sm];
    const bool is_kept = signals.reserved_for != nullptr && signals.reserved_for != &run;
    return signals.sent == kNever && !is_kept;
  }
  /// Returns the number, from 1, of the signal that the SM is handling; 0: none.
  std::uint64_t worked_off_on(std::uint32_t sm) const {
    return signals_[sm].sent == kNever ? 0 : signals_[sm].number;
  }
  /// Notes that a block saved by a signal is on its way to the SM.
  void count_return(std::uint32_t sm) { ++signals_[sm].returning; }
  /// Notes the SM's report that a block saved by a signal runs again.
  void finish_return(const StampedReport& report, const GridRun& run);
  /// Notes the SM's report that its blocks are off, and publishes the costs of the signal.
  void finish_signal(const StampedReport& report);
  /// Forgets a grid that has ended.
  void forget(const GridRun& run);

 private:
  /// Signals of one SM.
  struct Signals {
    Cycle sent = kNever;       ///< when the signal that the SM is handling was sent; kNever: none
    std::uint64_t number = 0;  ///< number of the last signal; 0: none so far
    std::uint32_t returning = 0;  ///< number of blocks that a signal saved and that are returning
    const GridRun* reserved_for = nullptr;  ///< only this grid's blocks may come; null: any grid's
  };

  /// Lifts a reservation in two cases: no block of the reserved grid waits, or the SM is free and
  /// yet has no room for a block of the grid, so that blocks that have left resources on the SM
  /// must return first. Returns true as watch() does.
  bool lift_reservations();
  policy::SignalTarget target_of(std::uint32_t sm) const;
  policy::WaitingGrid waiting_of(const GridRun& run) const;
  /// Asks the trigger for a signal, because one is due or because blocks wait, and sends this
  /// signal. Returns true if a signal was sent.
  bool fire(Cycle when, bool is_due, bool reaches_blocks);

  Cycle control_latency_;
  Sms& sms_;
  DispatchBoundary& policies_;
  Surroundings around_;
  std::vector<Signals> signals_;  ///< by SM
  std::uint64_t signals_sent_ = 0;
  Cycle sent_until_ = 0;  ///< all signals that are due by this cycle have been sent
};

}  // namespace heddle::gpu
