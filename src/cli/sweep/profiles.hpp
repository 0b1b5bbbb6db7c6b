// Profiles that settings ask for: loads.csv of an earlier run of the same workload, on another
// input, without a throttle.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/sweep/sweep_runner.hpp"

namespace heddle::cli {

/// What a cell's profile is.
struct Profile {
  std::string identity;        ///< of the run that makes it; "" of a cell that needs none
  std::filesystem::path file;  ///< where it is
};

/// By cell. Runs those that are not in the folder yet, several at a time. Throws Error if one
/// fails.
std::vector<Profile> make_profiles(const SweepRuns& runs, const WorkFolder& folder,
                                   unsigned at_once);

}  // namespace heddle::cli
