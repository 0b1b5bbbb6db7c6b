// Samples of the whole machine: what happened between two cut points, and how full it was at the
// second.
#pragma once

#include <utility>
#include <vector>

#include "heddle/probe/machine_state.hpp"

namespace heddle::probe {

struct Sample {
  Cycle begin = 0, end = 0;  ///< cycles begin to end - 1
  MachineCounts counts;      ///< in the interval
  MachineLevels levels;      ///< before cycle `end`
};

class TimeSeries {
 public:
  /// The next sample begins in this state.
  void begin(const MachineState& state) { before_ = state; }
  /// A sample ends in this state, and the next begins.
  void cut(const MachineState& state) {
    Sample sample{before_.cycle, state.cycle, state.counts, state.levels};
    sample.counts -= before_.counts;
    samples_.push_back(sample);
    before_ = state;
  }
  const std::vector<Sample>& samples() const { return samples_; }
  /// Those not yet taken.
  std::vector<Sample> take() { return std::exchange(samples_, {}); }

 private:
  MachineState before_;
  std::vector<Sample> samples_;
};

}  // namespace heddle::probe
