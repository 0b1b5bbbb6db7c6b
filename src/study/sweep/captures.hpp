// Makes the captures for runs of programs that share the GPU. The captures stay in the work folder
// of the sweep.
#pragma once

#include <filesystem>
#include <vector>

#include "study/catalogue/catalogue.hpp"
#include "study/sweep/sweep_runner.hpp"

namespace heddle::study {

/// For each cell, the capture files of its programs in their order; none for a cell whose program
/// does not share the GPU. Makes the captures that are missing in the folder, from the compiled
/// workloads in `programs`. Throws Error if a capture fails.
std::vector<std::vector<std::filesystem::path>> make_captures(const SweepRuns& runs,
                                                              const Catalogue& catalogue,
                                                              const std::filesystem::path& programs,
                                                              const WorkFolder& folder,
                                                              unsigned at_once);

}  // namespace heddle::study
