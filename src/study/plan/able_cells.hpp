// Workloads that need what only some machines have, such as a matrix unit. Where a pattern or a
// study chooses workloads, a sweep leaves out the runs on machines that lack it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "heddle/sim/settings/configuration.hpp"
#include "study/plan/cell.hpp"

namespace heddle::study {

/// The first thing that the configuration lacks, as in "device.compute_capability is 7.5, and
/// not 8 or more"; "": it has all. Products are needed only for times. Throws Error if there is no
/// parameter for a need, for example for unknown elements of a matrix.
std::string lacking(const Needs& needs, const sim::Configuration& configuration);

/// Removes the cells with `needs` whose machine, with their settings, lacks something. Returns a
/// line for each workload and machine that lost cells. Throws Error as resolve() does.
std::vector<std::string> leave_out_unable(std::vector<Cell>& cells,
                                          const std::filesystem::path& folder);

}  // namespace heddle::study
