// Stores the parameters of runs in the file with results: the configuration of each run, and the
// parameters of each configuration. The view `parameters` joins both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "heddle/sim/settings/setting.hpp"
#include "study/plan/cell.hpp"
#include "study/plan/configurations.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

/// A run of the file and the index of its configuration.
struct StoredRun {
  std::int64_t run = 0;
  std::size_t configuration = 0;
};

/// Replaces all parameters in the file, and stores the checksum of the matrix. The caller has
/// opened a transaction and has stored the cells and their choices.
void store_parameters(Database& database, std::span<const StoredRun> runs,
                      const Configurations& configurations);

/// Whether the file has the parameters of all its runs. A file of an earlier version has no
/// parameters.
bool has_parameters(Database& database);

/// The parameters of each configuration; none if the file of an earlier version has no parameters.
std::map<std::int64_t, sim::Settings> configurations_of(Database& results);

/// Adds parameters to a file without them. Each run gets the parameters of the cell with the same
/// labels. Throws Error for a run without such a cell; the message ends with `command`, a text of
/// advice.
void adopt_parameters(Database& database, std::span<const Cell> cells,
                      const Configurations& configurations, const std::string& command);

}  // namespace heddle::study
