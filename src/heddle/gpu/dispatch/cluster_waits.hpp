// Warps that wait at the barrier of their cluster. The blocks of a cluster are on several SMs.
// After each quantum the warps whose cluster has arrived go on.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/sm_report.hpp"

namespace heddle::gpu {

class ClusterWaits {
 public:
  explicit ClusterWaits(Chip& chip);
  ClusterWaits(const ClusterWaits&) = delete;
  ClusterWaits& operator=(const ClusterWaits&) = delete;

  /// Whether the report is of a warp at the barrier of its cluster.
  bool concerns(const StampedReport& report) const;
  /// Notes that the warp of the report waits.
  void hold(const StampedReport& report);
  /// Lets warps go on whose cluster has arrived, from `now` and the control latency on.
  void release(Cycle now);

 private:
  struct Waiting {
    std::uint32_t sm = 0;
    std::uint16_t context = 0, entity = 0;
    LaneMask lanes = 0;
  };

  Sms& sms_;
  Cycle latency_;
  std::vector<Waiting> waiting_;  ///< in the order of the reports
};

}  // namespace heddle::gpu
