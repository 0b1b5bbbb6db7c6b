#include "heddle/gpu/clock/cut_points.hpp"

#include "heddle/gpu/clock/machine_state.hpp"

namespace heddle::gpu {

void CutPoints::plan_points(Cycle now, Cycle until) {
  points_.clear();
  if (!in_span_) begin_span(now);
  for (Cycle at = next_after(now); at <= until; at = next_after(at)) points_.push_back(at);
  taken_.assign(points_.size() * units(), {});
}

void CutPoints::begin_span(Cycle now) {
  in_span_ = true;
  span_end_ = kNever;
  const probe::MachineState state = state_at(now);
  for (Observer& observer : probes_) {
    observer.probe->begin(state);
    observer.shown = now;
  }
}

void CutPoints::run_sm(std::size_t index, Cycle until) {
  core::Sm& sm = *chip_.sms[index];
  Cycle window_end = window_end_;
  const auto run_to = [&](Cycle at) {
    if (window_end <= at) {
      sm.run(window_end);
      issued_at_window_end_[index] = sm.counters().thread_instructions();
      window_end = kNever;
    }
    sm.run(at);
  };
  for (std::size_t point = 0; point < points_.size(); ++point) {
    run_to(points_[point]);
    taken_[point * units() + index] = state_of(sm, points_[point]);
  }
  run_to(until);
}

Cycle CutPoints::run_partition(std::size_t index, Cycle from, Cycle until) {
  memory::Partition& partition = *chip_.partitions[index];
  if (points_.empty()) return partition.run(from, until);
  partition.run(from, points_.front());
  for (std::size_t point = 0; point < points_.size(); ++point) {
    partition.run_on(points_[point]);
    taken_[point * units() + chip_.sms.size() + index] = state_of(partition, points_[point]);
  }
  return partition.run_on(until);
}

template <typename Crossbar>
void CutPoints::run_crossbar(Crossbar& crossbar, std::size_t unit, Cycle until) {
  if (points_.empty()) return crossbar.run(until);
  crossbar.run(points_.front());
  for (std::size_t point = 0; point < points_.size(); ++point) {
    crossbar.run_on(points_[point]);
    taken_[point * units() + unit] = state_of(crossbar, points_[point]);
  }
  crossbar.run_on(until);
}

void CutPoints::run_requests(Cycle until) {
  run_crossbar(chip_.interconnect.requests, units() - 2, until);
}

void CutPoints::run_replies(Cycle until) {
  run_crossbar(chip_.interconnect.replies, units() - 1, until);
}

void CutPoints::show_taken() {
  for (std::size_t point = 0; point < points_.size() && points_[point] <= span_end_; ++point) {
    probe::MachineState sum{.cycle = points_[point], .counts = {}, .levels = {}};
    for (std::size_t unit = 0; unit < units(); ++unit) sum += taken_[point * units() + unit];
    show(sum);
  }
  if (span_end_ == kNever) return;
  const probe::MachineState end = state_at(span_end_);
  for (Observer& observer : probes_) {
    if (span_end_ > observer.shown) observer.probe->cut(end);
  }
  in_span_ = false;
}

void CutPoints::show(const probe::MachineState& state) {
  for (Observer& observer : probes_) {
    if (state.cycle % observer.probe->interval() != 0) continue;
    observer.probe->cut(state);
    observer.shown = state.cycle;
  }
}

probe::MachineState CutPoints::state_at(Cycle at) const {
  probe::MachineState sum{.cycle = at, .counts = {}, .levels = {}};
  for (const auto& sm : chip_.sms) sum += state_of(*sm, at);
  for (const auto& partition : chip_.partitions) sum += state_of(*partition, at);
  sum += state_of(chip_.interconnect.requests, at);
  sum += state_of(chip_.interconnect.replies, at);
  return sum;
}

}  // namespace heddle::gpu
