// Cut points: cycles at which units stop, are looked at by the host thread that runs them, and go
// on. Nothing of the model changes by it, and neither the quantum nor the number of host threads
// shows. Probes have cut points at multiples of their intervals while a grid runs; a residency
// window has one at its end.
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

  /// The probe is shown the machine at multiples of its interval, which is not 0.
  void add(probe::Probe& probe) { probes_.push_back({&probe, 0}); }

  /// Plans the points after `now`, up to `until`. A busy span begins if none has. A residency
  /// window ends at `window_end`, which may be later.
  void plan(Cycle now, Cycle until, Cycle window_end) {
    window_end_ = window_end;
    if (!probes_.empty()) plan_points(now, until);
  }
  // Run a unit up to, not including, `until`, by way of the points. By the unit's host thread.
  void run_sm(std::size_t index, Cycle until);
  void run_partition(std::size_t index, Cycle from, Cycle until);
  void run_requests(Cycle until);
  void run_replies(Cycle until);
  /// The last grid ended before cycle `end`: what was or will be taken after that does not count.
  void end_span(Cycle end) { span_end_ = end; }
  /// Shows the probes what was taken at the points, and the end of a span that has ended.
  void collect() {
    if (in_span_) show_taken();
  }
  /// Time has passed from `from` to `now` without anything to do.
  void skip(Cycle from, Cycle now) {
    for (Cycle at = next_after(from); at <= now; at = next_after(at)) show(state_at(at));
  }
  /// By SM: thread instructions that it had ever issued when the residency window ended.
  std::span<const std::uint64_t> issued_at_window_end() const { return issued_at_window_end_; }

 private:
  struct Observer {
    probe::Probe* probe;
    Cycle shown;  ///< cycle of the state that it was shown last
  };

  std::size_t units() const { return chip_.sms.size() + chip_.partitions.size() + 2; }
  /// Runs a direction of the interconnect, the unit of that number.
  template <typename Crossbar>
  void run_crossbar(Crossbar& crossbar, std::size_t unit, Cycle until);
  void plan_points(Cycle now, Cycle until);
  void begin_span(Cycle now);
  void show_taken();
  /// The first point of a probe after `now`; kNever: no probe has points.
  Cycle next_after(Cycle now) const {
    Cycle next = kNever;
    for (const Observer& observer : probes_) {
      const Cycle interval = observer.probe->interval();
      next = std::min(next, (now / interval + 1) * interval);
    }
    return next;
  }
  /// The whole machine, at a moment at which nothing runs.
  probe::MachineState state_at(Cycle at) const;
  /// Shows a point's state to the probes that have the point.
  void show(const probe::MachineState& state);

  Chip& chip_;
  std::vector<Observer> probes_;
  std::vector<Cycle> points_;               ///< of probes, in this quantum
  std::vector<probe::MachineState> taken_;  ///< by point and unit: SMs, partitions, crossbars
  bool in_span_ = false;
  Cycle span_end_ = kNever;
  Cycle window_end_ = kNever;
  std::vector<std::uint64_t> issued_at_window_end_;  ///< by SM
};

}  // namespace heddle::gpu
