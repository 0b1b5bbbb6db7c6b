// What a run leaves as tables, NAME.csv in its output folder: kept in the results as tables
// run_NAME, with the result's number before the columns of the file.
#pragma once

#include <cstdint>
#include <filesystem>

#include "cli/results/database.hpp"

namespace heddle::cli {

/// Throws Error for a file that is no table, or whose columns are not those of earlier results.
void store_run_tables(Database& database, std::int64_t result, const std::filesystem::path& folder);

}  // namespace heddle::cli
