// Samples of the whole machine: the counts between two cut points, and the fill levels at the
// second cut point.
#pragma once

#include <utility>
#include <vector>

#include "heddle/probe/machine_state.hpp"

namespace heddle::probe {

struct Sample {
  Cycle begin = 0, end = 0;  ///< the sample covers cycles `begin` to `end` - 1
  MachineCounts counts;      ///< counts of the interval
  MachineLevels levels;      ///< fill levels before cycle `end`
};

class TimeSeries {
 public:
  /// Begins the next sample in this state.
  void begin(const MachineState& state) { before_ = state; }
  /// Ends a sample in this state and begins the next sample.
  void cut(const MachineState& state) {
    Sample sample{before_.cycle, state.cycle, state.counts, state.levels};
    sample.counts -= before_.counts;
    samples_.push_back(sample);
    before_ = state;
  }
  const std::vector<Sample>& samples() const { return samples_; }
  /// Returns the samples that have not been taken yet.
  std::vector<Sample> take() { return std::exchange(samples_, {}); }

 private:
  MachineState before_;
  std::vector<Sample> samples_;
};

}  // namespace heddle::probe
