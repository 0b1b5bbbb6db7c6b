// What a run leaves as tables, NAME.csv in its output folder: kept in the results as tables
// run_NAME, with the result's number before the columns of the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "study/results/database.hpp"

namespace heddle::study {

struct RunTable {
  std::string name;                  ///< "run_blocks"
  std::vector<std::string> columns;  ///< without the first, the result's number
};

/// Those that there are, by name.
std::vector<RunTable> run_tables(Database& database);

/// Makes the table if it is not there. Throws Error if it has other columns.
void require_run_table(Database& database, const RunTable& table);

/// Columns of a table of the results, but for the result's number.
std::vector<std::string> columns_of(Database& database, const std::string& table);

/// Throws Error for a file that is no table, or whose columns are not those of earlier results.
void store_run_tables(Database& database, std::int64_t result, const std::filesystem::path& folder);

}  // namespace heddle::study
