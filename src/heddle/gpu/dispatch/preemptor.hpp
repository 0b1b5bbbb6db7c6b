// Takes SMs from their blocks, as the trigger of preemption says, and keeps an account of the
// signals: which are being worked off, which blocks are on their way back, and which SMs are
// reserved for a grid.
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
  /// What the dispatcher knows, as it is at each call.
  struct Surroundings {
    const std::vector<Ledger>& ledgers;    ///< by SM
    const std::vector<GridRun*>& running;  ///< the most urgent first; of equal ones the oldest
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

  /// Signals that are due by then reach nobody, since no grid ran.
  void skip(Cycle until) { sent_until_ = std::max(sent_until_, until); }
  /// Sends signals that are due by `until`.
  void send(Cycle until);
  /// Blocks have been placed, or could not be: lifts reservations, and sends signals where the
  /// trigger watches that. True: an SM is open for blocks to which it was closed.
  bool watch(Cycle when);

  /// Whether a block of the grid may go to the SM.
  bool admits(std::uint32_t sm, const GridRun& run) const {
    const Signals& signals = signals_[sm];
    const bool is_kept = signals.reserved_for != nullptr && signals.reserved_for != &run;
    return signals.sent == kNever && !is_kept;
  }
  /// The number, from 1 on, of the signal that the SM works off; 0: none.
  std::uint64_t worked_off_on(std::uint32_t sm) const {
    return signals_[sm].sent == kNever ? 0 : signals_[sm].number;
  }
  /// A block that a signal had saved is on its way to the SM.
  void count_return(std::uint32_t sm) { ++signals_[sm].returning; }
  /// It goes on, as the SM reports.
  void finish_return(const StampedReport& report, const GridRun& run);
  /// The SM reports that it is free. Tells what the signal took.
  void open(const StampedReport& report);
  /// The grid has ended.
  void forget(const GridRun& run);

 private:
  /// Of an SM.
  struct Signals {
    Cycle sent = kNever;          ///< when it got the signal that it works off; kNever: none
    std::uint64_t number = 0;     ///< of the signal that it got last; 0: none so far
    std::uint32_t returning = 0;  ///< blocks that a signal saved, and that are on their way here
    const GridRun* reserved_for = nullptr;  ///< only blocks of this grid come; null: of any
  };

  /// Lifts reservations for grids of which no block waits, or has found room on the free SM: blocks
  /// that have left something there come back first. As watch().
  bool lift_reservations();
  policy::SignalTarget target_of(std::uint32_t sm) const;
  policy::WaitingGrid waiting_of(const GridRun& run) const;
  /// Asks the trigger, because it is due or because blocks wait. True: a signal was sent.
  bool fire(Cycle when, bool is_due, bool reaches_blocks);

  Cycle control_latency_;
  Sms& sms_;
  DispatchBoundary& policies_;
  Surroundings around_;
  std::vector<Signals> signals_;  ///< by SM
  std::uint64_t signals_sent_ = 0;
  Cycle sent_until_ = 0;  ///< signals that are due by then have been sent
};

}  // namespace heddle::gpu
