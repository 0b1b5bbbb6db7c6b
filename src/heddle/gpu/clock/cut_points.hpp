// Cut points: cycles at which a unit stops, its host thread reads its state, and the unit
// continues. Cut points change nothing in the model, and the states do not depend on the quantum or
// on the number of host threads. While a grid runs, each probe has cut points at multiples of its
// interval. A residency window has a cut point at its end.
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

  /// Shows the state of the machine to the probe at each multiple of the probe's interval. The
  /// interval must not be 0.
  void add(probe::Probe& probe) { probes_.push_back({&probe, 0}); }

  /// Plans the cut points after `now`, up to `until`. Begins a busy span (a span of cycles with
  /// grids) unless one has begun and not ended. `window_end`: end of the residency window, which
  /// may lie after `until`.
  void plan(Cycle now, Cycle until, Cycle window_end) {
    window_end_ = window_end;
    if (!probes_.empty()) plan_points(now, until);
  }
  /// Whether the units stop at a cut point before or at `until`, the end of the quantum.
  bool stops_before(Cycle until) const { return !points_.empty() || window_end_ <= until; }
  // The host thread of a unit calls these functions. They run the unit up to, not including,
  // `until`, and stop at each cut point before it.
  void run_sm(std::size_t index, Cycle until);
  /// Returns the partition's next cycle.
  Cycle run_partition(std::size_t index, Cycle from, Cycle until);
  void run_requests(Cycle until);
  void run_replies(Cycle until);
  /// Ends the busy span: the last grid ended before cycle `end`. Probes do not see states of cut
  /// points after `end`.
  void end_span(Cycle end) { span_end_ = end; }
  /// Shows to the probes the states that were read at the cut points. If the busy span has ended,
  /// shows the state at its end as well.
  void collect() {
    if (in_span_) show_taken();
  }
  /// Shows to the probes the states at the cut points after `from`, up to `now`. No unit had work
  /// in this time.
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
  /// Runs one direction of the interconnect. `unit`: number of this direction among the units.
  template <typename Crossbar>
  void run_crossbar(Crossbar& crossbar, std::size_t unit, Cycle until);
  void plan_points(Cycle now, Cycle until);
  void begin_span(Cycle now);
  void show_taken();
  /// Returns the first cut point of any probe after `now`, or kNever if there are no probes.
  Cycle next_after(Cycle now) const {
    Cycle next = kNever;
    for (const Observer& observer : probes_) {
      const Cycle interval = observer.probe->interval();
      next = std::min(next, (now / interval + 1) * interval);
    }
    return next;
  }
  /// Reads the state of the whole machine. No unit may be running.
  probe::MachineState state_at(Cycle at) const;
  /// Shows the state to the probes that have a cut point at the state's cycle.
  void show(const probe::MachineState& state);

  Chip& chip_;
  std::vector<Observer> probes_;
  std::vector<Cycle> points_;               ///< the probes' cut points in this quantum
  std::vector<probe::MachineState> taken_;  ///< by cut point, then by unit: SMs, partitions,
                                            ///< crossbars
  bool in_span_ = false;
  Cycle span_end_ = kNever;
  Cycle window_end_ = kNever;
  std::vector<std::uint64_t> issued_at_window_end_;  ///< indexed by SM
};

}  // namespace heddle::gpu
