// Makes the profiles that settings need. A profile is a file of an earlier run of the same
// workload; the sweep file says on which input, with which settings, and which file (ProfileRun).
#pragma once

#include <vector>

#include "study/sweep/sweep_runner.hpp"

namespace heddle::study {

/// The profile of each cell. Makes the profiles that are missing in the folder, at most `at_once`
/// at a time. Throws Error if a run fails.
std::vector<Profile> make_profiles(const SweepRuns& runs, const WorkFolder& folder,
                                   unsigned at_once, const CommandLines& lines);

}  // namespace heddle::study
