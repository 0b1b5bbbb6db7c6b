// Sums of launches: one record per kernel, stream and kind of ending. A journal keeps these sums if
// the results do not show single launches.
#pragma once

#include <vector>

#include "heddle/sim/launches/launch_record.hpp"

namespace heddle::sim {

class LaunchSums {
 public:
  void add(const LaunchRecord& launch);
  /// Sums in the order of their first launches. Values that cannot be added are the values of the
  /// last launch.
  const std::vector<LaunchRecord>& sums() const { return sums_; }

 private:
  std::vector<LaunchRecord> sums_;
};

}  // namespace heddle::sim
