// Takes blocks off SMs when the preemption trigger sends a signal. Keeps track of the SMs that are
// handling a signal, of the blocks that return after a signal, and of the SMs that are reserved for
// a grid.
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
  /// References to the dispatcher's state. Through them each call sees the present state.
  struct Surroundings {
    const std::vector<Ledger>& ledgers;    ///< by SM: the dispatcher's knowledge of the SM
    const std::vector<GridRun*>& running;  ///< running grids, the most urgent first; among equally
                                           ///< urgent grids the oldest first
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

  /// Makes the signals that are due before `until` find no blocks, since no grid ran in this time.
  void skip(Cycle until) { sent_until_ = std::max(sent_until_, until); }
  /// Sends the signals that are due by `until`.
  void send(Cycle until);
  /// Lifts reservations, and lets a trigger that watches grids send signals. Called after an
  /// attempt to place blocks. Returns true if a lifted reservation has opened a free SM to the
  /// blocks of all grids.
  bool watch(Cycle when);

  /// Whether a block of the grid can be sent to the SM.
  bool admits(std::uint32_t sm, const GridRun& run) const {
    const Signals& signals = signals_[sm];
    const bool is_kept = signals.reserved_for != nullptr && signals.reserved_for != &run;
    return signals.sent == kNever && !is_kept;
  }
  /// Returns the number, from 1, of the signal that the SM is handling, or 0 if it handles none.
  std::uint64_t worked_off_on(std::uint32_t sm) const {
    return signals_[sm].sent == kNever ? 0 : signals_[sm].number;
  }
  /// Notes that a block that was saved for a signal is on its way to the SM.
  void count_return(std::uint32_t sm) { ++signals_[sm].returning; }
  /// Notes that a block that was saved for a signal runs again. `report`: the SM's report of this
  /// event.
  void finish_return(const StampedReport& report, const GridRun& run);
  /// Notes that all blocks have left the signalled SM, and publishes the costs of the signal as an
  /// event. `report`: the SM's report.
  void finish_signal(const StampedReport& report);
  /// Forgets a grid that has ended.
  void forget(const GridRun& run);

 private:
  /// Preemption signals of one SM.
  struct Signals {
    Cycle sent = kNever;       ///< when the signal that the SM is handling was sent; kNever: none
    std::uint64_t number = 0;  ///< number of the last signal; 0: none so far
    std::uint32_t returning = 0;  ///< number of blocks that a signal saved and that are returning
    const GridRun* reserved_for = nullptr;  ///< only blocks of this grid may come; null: blocks of
                                            ///< any grid
  };

  /// Lifts reservations. A reservation ends in two cases: no block of the grid waits, or the SM is
  /// free and no block of the grid was placed on it. In the second case saved blocks that have kept
  /// resources on the SM must return first. Returns true if an SM is now open to the blocks of all
  /// grids.
  bool lift_reservations();
  policy::SignalTarget target_of(std::uint32_t sm) const;
  policy::WaitingGrid waiting_of(const GridRun& run) const;
  /// Asks the trigger for a signal and sends it. Returns true if a signal was sent. `is_due`: a
  /// signal is due; otherwise the reason for the call is that blocks wait.
  bool fire(Cycle when, bool is_due, bool reaches_blocks);

  Cycle control_latency_;
  Sms& sms_;
  DispatchBoundary& policies_;
  Surroundings around_;
  std::vector<Signals> signals_;  ///< indexed by SM
  std::uint64_t signals_sent_ = 0;
  Cycle sent_until_ = 0;  ///< signals that are due before this cycle have been sent, or find no
                          ///< blocks
};

}  // namespace heddle::gpu
