// Cut points: cycles at which a unit stops, its host thread reads its state, and the unit
// continues. Cut points change nothing in the model, and the states do not depend on the quantum or
// on the number of host threads. While a grid runs, each probe has cut points at multiples of its
// interval. A residency window has one at its end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::gpu {

class CutPoints {
 public:
  explicit CutPoints(Chip& chip) : chip_(chip), issued_at_window_end_(chip.sms.size()) {}

  /// Shows the probe the machine at multiples of the probe's interval, which is not 0.
  void add(probe::Probe& probe) { probes_.push_back({&probe, 0}); }

  /// Plans the points after `now`, up to `until`, and begins a busy span if none is open.
  /// `window_end`: end of the residency window, which may lie after `until`.
  void plan(Cycle now, Cycle until, Cycle window_end) {
    window_end_ = window_end;
    if (!probes_.empty()) plan_points(now, until);
  }
  // The unit's host thread runs the unit up to, not including, `until`, and stops at each point on
  // the way.
  void run_sm(std::size_t index, Cycle until);
  void run_partition(std::size_t index, Cycle from, Cycle until);
  void run_requests(Cycle until);
  void run_replies(Cycle until);
  /// Ends the busy span: the last grid ended before cycle `end`. States of later points do not
  /// count.
  void end_span(Cycle end) { span_end_ = end; }
  /// Shows the probes the states that were taken at the points and, if the span has ended, the
  /// state at its end.
  void collect() {
    if (in_span_) show_taken();
  }
  /// Shows the probes the points from `from` to `now`, a time in which no unit had anything to do.
  void skip(Cycle from, Cycle now) {
    for (Cycle at = next_after(from); at <= now; at = next_after(at)) show(state_at(at));
  }
  /// By SM: thread instructions issued from the start of the run to the end of the residency
  /// window.
  std::span<const std::uint64_t> issued_at_window_end() const { return issued_at_window_end_; }

 private:
  struct Observer {
    probe::Probe* probe;
    Cycle shown;  ///< cycle of the last state that the probe was shown
  };

  std::size_t units() const { return chip_.sms.size() + chip_.partitions.size() + 2; }
  /// Runs one direction of the interconnect. `unit`: its number among the units.
  template <typename Crossbar>
  void run_crossbar(Crossbar& crossbar, std::size_t unit, Cycle until);
  void plan_points(Cycle now, Cycle until);
  void begin_span(Cycle now);
  void show_taken();
  /// The first point of any probe after `now`; kNever: no probe has points.
  Cycle next_after(Cycle now) const {
    Cycle next = kNever;
    for (const Observer& observer : probes_) {
      const Cycle interval = observer.probe->interval();
      next = std::min(next, (now / interval + 1) * interval);
    }
    return next;
  }
  /// State of the whole machine, at a moment at which no unit runs.
  probe::MachineState state_at(Cycle at) const;
  /// Shows the state to the probes that have a point at its cycle.
  void show(const probe::MachineState& state);

  Chip& chip_;
  std::vector<Observer> probes_;
  std::vector<Cycle> points_;               ///< the probes' points in this quantum
  std::vector<probe::MachineState> taken_;  ///< by point, then by unit: SMs, partitions, crossbars
  bool in_span_ = false;
  Cycle span_end_ = kNever;
  Cycle window_end_ = kNever;
  std::vector<std::uint64_t> issued_at_window_end_;  ///< by SM
};

}  // namespace heddle::gpu
