// Parameters of runs in the file with results: which configuration each run has, and the parameters
// of each configuration. The view `parameters` shows both together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "study/plan/cell.hpp"
#include "study/plan/configurations.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

/// A run of the file, and which of the configurations it has.
struct StoredRun {
  std::int64_t run = 0;
  std::size_t configuration = 0;
};

/// Takes the place of all parameters in the file.
void store_parameters(Database& database, std::span<const StoredRun> runs,
                      const Configurations& configurations);

/// Whether the file has the parameters of its runs. Files of earlier versions do not.
bool has_parameters(Database& database);

/// Gives the runs of a file without parameters those of the cells with their names. Throws Error
/// for a run that is no such cell, saying that `command` runs what the file lacks.
void adopt_parameters(Database& database, std::span<const Cell> cells,
                      const Configurations& configurations, const std::string& command);

}  // namespace heddle::study
