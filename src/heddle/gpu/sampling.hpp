// Takes the samples of a time series at exact cycles, multiples of an interval, while a grid runs:
// each unit stops there, is looked at by the host thread that runs it, and goes on. Nothing of the
// model changes by it, and neither the quantum nor the number of host threads shows.
#pragma once

#include <functional>
#include <vector>

#include "heddle/core/sm.hpp"
#include "heddle/memory/partition.hpp"
#include "heddle/observe/sample.hpp"

namespace heddle::gpu {

/// What a unit has counted before cycle `at`, and how full it is.
observe::SampleState state_of(core::Sm& sm, Cycle at);
observe::SampleState state_of(const memory::Partition& partition);

class Sampling {
 public:
  void start(Cycle interval, std::size_t units) {
    interval_ = interval;
    units_ = units;
  }
  bool on() const { return interval_ != 0; }

  /// The machine at a moment at which nothing runs.
  using Look = std::function<observe::SampleState(Cycle at)>;

  /// Plans the points after `now`, up to `until`. A busy span begins if none has.
  void plan(Cycle now, Cycle until, const Look& look);
  const std::vector<Cycle>& points() const { return points_; }
  void take(std::size_t point, std::size_t unit, const observe::SampleState& state) {
    taken_[point * units_ + unit] = state;
  }
  /// The last grid ended before cycle `end`: what was or will be taken after that does not count.
  void end_span(Cycle end) { span_end_ = end; }
  /// Makes samples of what was taken at the points, and of the rest of a span that has ended.
  void collect(const Look& look);
  /// Time has passed up to `now` without anything to do.
  void skip(Cycle from, Cycle now, const Look& look);

  std::vector<observe::Sample>& samples() { return samples_; }

 private:
  void add(Cycle end, const observe::SampleState& state);

  Cycle interval_ = 0;  ///< 0: off
  std::size_t units_ = 0;
  std::vector<Cycle> points_;
  std::vector<observe::SampleState> taken_;  ///< by point and unit
  bool in_span_ = false;
  Cycle begin_ = 0;  ///< of the next sample
  Cycle span_end_ = kNever;
  observe::SampleCounts before_;  ///< counts at `begin_`
  std::vector<observe::Sample> samples_;
};

}  // namespace heddle::gpu
