// Moves a chip through time, in quanta. In a quantum the SMs run alone, since nothing from outside
// reaches an SM sooner than the interconnect's latency; then their stores become visible to all and
// the memory partitions run; then the interconnect carries requests and replies. SMs and partitions
// are divided among host threads, each always to the same thread; results do not depend on how many
// threads there are.
#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/sm_report.hpp"
#include "heddle/gpu/clock/cut_points.hpp"
#include "heddle/gpu/clock/phase_times.hpp"
#include "heddle/gpu/clock/thread_balance.hpp"
#include "heddle/gpu/clock/thread_team.hpp"

namespace heddle::gpu {

class Clockwork {
 public:
  Clockwork(Chip& chip, unsigned host_threads);

  Cycle now() const { return now_; }
  /// Where the quantum ends that begins now; `limit` at most.
  Cycle quantum_end(Cycle limit) const;
  /// Runs all units up to, not including, `until`, and returns what the SMs reported, by time, then
  /// by SM. Throws the first fault of an SM, by cycle, then by SM. A residency window that ends in
  /// the quantum, at `window_end`, leaves `cut_points().issued_at_window_end()`.
  const std::vector<StampedReport>& run_quantum(Cycle until, Cycle window_end);
  /// The quantum is over: it is `until`.
  void end_quantum(Cycle until);
  /// When a unit has something to do; kNever: never, as things stand. If a unit has something to do
  /// in the quantum that begins now, others may have something to do sooner.
  Cycle next() const;
  /// Skips whole quanta that end before `next`, up to `limit`: in these nothing has anything to do.
  void skip_idle_quanta(Cycle next, Cycle limit);
  /// Time passes with no grid on the GPU.
  void wait_until(Cycle limit) { now_ = std::max(now_, limit); }

  // What observes the chip's time.
  CutPoints& cut_points() { return cut_points_; }
  /// Host time counts as long as the result lives.
  PhaseClock::Running measure() { return PhaseClock::Running(phase_clock_); }
  PhaseTimes take_phase_times() {
    PhaseTimes times = phase_clock_.take();
    times.balance = balance_meter_.take();
    return times;
  }
  /// From here on measures how long each SM takes, if one host thread runs all of them.
  void measure_balance() {
    if (team_.size() == 1) balance_meter_.start(chip_.sms.size());
  }

 private:
  /// What stopped an SM or a partition in this quantum, and when; null: nothing.
  struct Fault {
    std::exception_ptr thrown;
    Cycle cycle = kNever;
  };

  // By the host thread `member`: its part of a phase.
  void run_sms(unsigned member, Cycle until);
  void run_memory(unsigned member, Cycle until);
  void run_interconnect(unsigned member, Cycle until);

  void run_requests(Cycle until);
  void run_replies(Cycle until);
  /// The first one by time, and of one time by number.
  static void raise_fault(std::vector<Fault>& faults);
  void collect_reports();

  Chip& chip_;
  Cycle now_ = 0;
  ThreadTeam team_;
  std::vector<Fault> sm_faults_;         ///< by SM
  std::vector<Fault> partition_faults_;  ///< by partition; of one quantum each has the same time
  std::vector<StampedReport> reports_;
  CutPoints cut_points_;
  PhaseClock phase_clock_;
  BalanceMeter balance_meter_;
};

}  // namespace heddle::gpu
