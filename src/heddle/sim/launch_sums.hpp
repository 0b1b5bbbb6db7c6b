// Launches added up: one record a kernel, stream and kind of ending. What a journal keeps of
// launches that results do not tell apart.
#pragma once

#include <vector>

#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

class LaunchSums {
 public:
  void add(const LaunchRecord& launch);
  /// In the order of their first launches; what does not add up is the last launch's.
  const std::vector<LaunchRecord>& sums() const { return sums_; }

 private:
  std::vector<LaunchRecord> sums_;
};

}  // namespace heddle::sim
