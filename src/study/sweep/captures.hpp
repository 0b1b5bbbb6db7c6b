// Captures that co-runs of a sweep need: made once, and kept in the folder that the sweep works in.
#pragma once

#include <filesystem>
#include <vector>

#include "study/catalogue/catalogue.hpp"
#include "study/sweep/sweep_runner.hpp"

namespace heddle::study {

/// By cell, the files of its programs in their order; none of a cell that shares no GPU. Makes
/// those that are not in the folder yet, from the compiled workloads in `programs`. Throws Error if
/// one fails.
std::vector<std::vector<std::filesystem::path>> make_captures(const SweepRuns& runs,
                                                              const Catalogue& catalogue,
                                                              const std::filesystem::path& programs,
                                                              const WorkFolder& folder,
                                                              unsigned at_once);

}  // namespace heddle::study
