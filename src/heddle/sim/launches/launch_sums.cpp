#include "heddle/sim/launches/launch_sums.hpp"

#include <algorithm>

namespace heddle::sim {

void LaunchSums::add(const LaunchRecord& launch) {
  const auto same = [&](const LaunchRecord& sum) {
    return sum.stream == launch.stream && sum.timed == launch.timed &&
           sum.complete == launch.complete && sum.kernel == launch.kernel;
  };
  const auto found = std::find_if(sums_.begin(), sums_.end(), same);
  if (found == sums_.end()) {
    sums_.push_back(launch);
    return;
  }
  found->launches += launch.launches;
  found->launches_by_kernels += launch.launches_by_kernels;
  found->own_time += launch.own_time;
  take_shape(*found, launch);
  accumulate(found->statistics, launch.statistics);
  accumulate(found->sms, launch.sms);
}

}  // namespace heddle::sim
