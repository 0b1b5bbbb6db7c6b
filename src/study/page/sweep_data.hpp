// The data of a report of a sweep, as JSON: its runs with their values, mean speed-ups, and the
// kernels of each run as in the report of a run.
#pragma once

#include <string>

#include "study/results/database.hpp"

namespace heddle::study {

/// The data of the page. `baseline` is the setting that speed-ups are relative to; "": the first
/// setting. Throws Error for a setting that the sweep does not have.
std::string sweep_page_data(Database& results, std::string baseline, const std::string& revision);

}  // namespace heddle::study
