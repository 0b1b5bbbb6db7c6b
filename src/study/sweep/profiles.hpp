// Profiles that settings ask for: loads.csv of an earlier run of the same workload, on another
// input, without a throttle.
#pragma once

#include <vector>

#include "study/sweep/sweep_runner.hpp"

namespace heddle::study {

/// By cell. Runs those that are not in the folder yet, several at a time. Throws Error if one
/// fails.
std::vector<Profile> make_profiles(const SweepRuns& runs, const WorkFolder& folder,
                                   unsigned at_once, const CommandLines& lines);

}  // namespace heddle::study
