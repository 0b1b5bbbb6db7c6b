// What the report of a sweep shows, as JSON: its runs with what was measured, means of speed-ups,
// and of each run's kernels what the report of a run shows.
#pragma once

#include <string>

#include "study/results/database.hpp"

namespace heddle::study {

/// `baseline` is the setting that speed-ups are over; "": the first. Throws Error for one that the
/// sweep does not have.
std::string sweep_page_data(Database& results, std::string baseline, const std::string& revision);

}  // namespace heddle::study
