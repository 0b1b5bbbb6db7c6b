// Advances a chip in quanta of simulated time. First each SM runs the quantum alone, because a
// reply needs at least the interconnect's latency to reach an SM. Then the SMs' stores become
// visible to all SMs, and the memory partitions run. Last the interconnect carries requests and
// replies. Each SM and each partition is in the share of the same host thread for the whole run.
// Results do not depend on the number of host threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/sm_report.hpp"
#include "heddle/gpu/clock/cut_points.hpp"
#include "heddle/gpu/clock/due_units.hpp"
#include "heddle/gpu/clock/phase_times.hpp"
#include "heddle/gpu/clock/thread_balance.hpp"
#include "heddle/gpu/clock/thread_team.hpp"

namespace heddle::gpu {

class Clockwork {
 public:
  Clockwork(Chip& chip, unsigned host_threads);

  Cycle now() const { return now_; }
  /// Returns the end of the quantum that begins now, at most `limit`.
  Cycle quantum_end(Cycle limit) const;
  /// Runs all units up to, not including, `until`. Returns the reports of the SMs, ordered by time,
  /// then by SM. If units have faults, throws the fault with the earliest cycle; at equal cycles,
  /// the fault of the lowest unit number. `window_end`: end of the residency window. If the window
  /// ends in the quantum, the counts at its end are in cut_points().issued_at_window_end().
  const std::vector<StampedReport>& run_quantum(Cycle until, Cycle window_end);
  /// Ends the quantum: now() becomes `until`.
  void end_quantum(Cycle until);
  /// Returns the first cycle in which a unit has work, or kNever if no unit has work. If this cycle
  /// lies in the quantum that begins now, the result may be a later cycle of this quantum in which
  /// a unit has work.
  Cycle next() const;
  /// Skips the whole quanta before cycle `next`, but not beyond `limit`. In these quanta no unit
  /// has work.
  void skip_idle_quanta(Cycle next, Cycle limit);
  /// Advances the time to `limit` while no grid is on the GPU.
  void wait_until(Cycle limit) { now_ = std::max(now_, limit); }

  // Observation of simulated time and of host time.
  CutPoints& cut_points() { return cut_points_; }
  /// Measures host time as long as the returned object lives.
  PhaseClock::Running measure() { return PhaseClock::Running(phase_clock_); }
  PhaseTimes take_phase_times() {
    PhaseTimes times = phase_clock_.take();
    times.balance = balance_meter_.take();
    return times;
  }
  /// Starts to measure the host time that each SM takes. Has an effect only if one host thread runs
  /// all SMs.
  void measure_balance() {
    if (team_.size() == 1) balance_meter_.start(chip_.sms.size());
  }

 private:
  /// The exception that stopped an SM or a partition in this quantum, and the cycle of the
  /// exception. `thrown` is null if there is no exception.
  struct Fault {
    std::exception_ptr thrown;
    Cycle cycle = kNever;
  };

  /// Lists the SMs, and the partitions, that run in the quantum up to `until`.
  void list_sms(Cycle until);
  void list_partitions(Cycle until);
  /// Whether the unit is in the share of the host thread.
  bool is_share(std::uint32_t unit, unsigned member) const {
    return team_.size() == 1 || unit % team_.size() == member;
  }

  /// Like is_share(), for SMs. Some grids need one host thread for all SMs.
  bool is_share_of_sms(std::uint32_t sm, unsigned member) const {
    if (chip_.grids_on_one_thread != 0) [[unlikely]]
      return member == 0;
    return is_share(sm, member);
  }

  // The following functions run the share of host thread `member` in a phase.
  void run_sms(unsigned member, Cycle until);
  void run_memory(unsigned member, Cycle until);
  void run_interconnect(unsigned member, Cycle until);

  void run_requests(Cycle until);
  void run_replies(Cycle until);
  /// Throws the earliest fault. Of several faults in the same cycle, throws the fault of the unit
  /// with the lowest number.
  void raise_fault(std::vector<Fault>& faults);
  void collect_reports();

  Chip& chip_;
  Cycle now_ = 0;
  ThreadTeam team_;
  /// By partition: its next cycle, apart from credits.
  std::vector<Cycle> partition_next_;
  // SMs and partitions without work in a quantum sleep.
  DueUnits due_sms_;         ///< an SM receives replies and credits
  DueUnits due_partitions_;  ///< a partition receives credits
  // The units that run in this quantum, in order.
  std::vector<std::uint32_t> running_sms_, running_partitions_;
  std::vector<std::uint32_t> ran_before_;  ///< the SMs that ran in the quantum before
  std::atomic<bool> has_fault_ = false;
  std::vector<Fault> sm_faults_;  ///< indexed by SM
  /// By partition. All faults of partitions in one quantum have the same cycle.
  std::vector<Fault> partition_faults_;
  std::vector<StampedReport> reports_;
  CutPoints cut_points_;
  PhaseClock phase_clock_;
  BalanceMeter balance_meter_;
};

}  // namespace heddle::gpu
