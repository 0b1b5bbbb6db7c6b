// The tables that a sweep prints at its end: a line for each run, mean speed-ups, and numbers of
// runs by status. Nothing in the tables depends on the host.
#pragma once

#include <span>
#include <string>

#include "study/plan/selection.hpp"
#include "study/results/database.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

/// A row for each run that the selection shows.
Table runs_table(Database& database, const Selection& selection = {});

/// The mean speed-ups of the settings over `baseline`; no rows if there is no other setting.
Table means_table(Database& database, const std::string& baseline,
                  std::span<const std::string> settings);

/// The speed-ups of each workload that has several inputs, over them; no rows if none has.
Table inputs_table(Database& database, const std::string& baseline,
                   std::span<const std::string> settings);

/// The numbers of runs by status, as in "12 runs: 10 ok, 2 failed".
std::string counts_line(Database& database);

/// The advice after a sweep that ended because the disk was full. `reason` is RunCount::full_disk.
std::string full_disk_text(Database& database, const std::string& reason);

}  // namespace heddle::study
