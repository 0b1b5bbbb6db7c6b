// Sums of launches. All launches with the same kernel, stream and kind of ending are summed in one
// record. A journal keeps these sums if the results do not show single launches.
#pragma once

#include <vector>

#include "heddle/sim/launches/launch_record.hpp"

namespace heddle::sim {

class LaunchSums {
 public:
  void add(const LaunchRecord& launch);
  /// The sums, in the order of their first launches. A value that cannot be added is the value of
  /// the last launch.
  const std::vector<LaunchRecord>& sums() const { return sums_; }

 private:
  std::vector<LaunchRecord> sums_;
};

}  // namespace heddle::sim
