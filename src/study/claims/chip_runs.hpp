// The runs that simulate the rows of an experiment's tables of chips. A row is simulated by the
// workload that stands for its program, or by the program itself from a folder of the user.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "study/claims/experiment.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

/// The same experiment with the programs that ran on the chips in place of the workloads that stand
/// for them. It has only the claims of the tables. `folder` has the programs, each under the file
/// name that its row states. Throws Error if the experiment has no tables, if there is no such
/// folder, or if none of the programs is in the folder.
Experiment with_programs(Experiment experiment, const std::filesystem::path& folder);

/// The names of the programs that the folder of with_programs() lacks, sorted. Throws Error for a
/// file that is no executable program.
std::vector<std::string> missing_programs(const Experiment& experiment);

/// Adds the runs of all rows to a sweep. Rows without a run are left out. Runs of workloads have
/// this size.
void add_chip_runs(const Experiment& experiment, const std::string& size, SweepFile& sweep);

}  // namespace heddle::study
