// What a sweep prints when it has ended: a line for each run, mean speed-ups, how many went how.
// Nothing in it depends on the host.
#pragma once

#include <string>

#include "study/results/database.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

Table runs_table(Database& database);

/// Of every setting over `baseline`; no rows if it is the only one.
Table means_table(Database& database, const std::string& baseline);

/// "12 runs: 10 ok, 2 failed".
std::string counts_line(Database& database);

/// What to do after a sweep that a full disk ended; `reason` says what found no room.
std::string full_disk_text(Database& database, const std::string& reason);

}  // namespace heddle::study
