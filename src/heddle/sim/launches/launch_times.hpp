// Computes the part of a launch's time in which no earlier launch ran. Launches may overlap in
// time.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "heddle/base/statistics/covered_time.hpp"
#include "heddle/sim/launches/launch_record.hpp"

namespace heddle::sim {

class LaunchTimes {
 public:
  OwnTime add(const std::string& kernel, std::uint64_t stream, Cycle started, Cycle ended) {
    return {process_.add(started, ended), kernels_[kernel].add(started, ended),
            streams_[stream].add(started, ended)};
  }
  /// Returns the number of cycles of [started, ended) in which no launch that was added ran.
  Cycle uncovered(Cycle started, Cycle ended) const { return process_.uncovered(started, ended); }
  /// Removes all times so far. The caller promises that later launches begin after these times.
  void forget() {
    process_.clear();
    for (auto& [kernel, time] : kernels_) time.clear();
    for (auto& [stream, time] : streams_) time.clear();
  }

 private:
  CoveredTime process_;
  std::unordered_map<std::string, CoveredTime> kernels_;
  std::unordered_map<std::uint64_t, CoveredTime> streams_;
};

}  // namespace heddle::sim
