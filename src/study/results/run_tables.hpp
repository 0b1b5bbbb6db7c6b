// The tables that runs leave. A file NAME.csv in the output folder of a run becomes rows of the
// table run_NAME in the results. The first column of run_NAME is the result's number, and the
// columns of the file follow.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "study/results/database.hpp"

namespace heddle::study {

struct RunTable {
  std::string name;                  ///< such as "run_blocks"
  std::vector<std::string> columns;  ///< without the first column, the result's number
};

/// The tables run_* of the database, in the order of their names.
std::vector<RunTable> run_tables(Database& database);

/// Makes the table if it does not exist. Throws Error if it exists and has other columns.
void require_run_table(Database& database, const RunTable& table);

/// The columns of a table, except for the result's number; none if there is no such table.
std::vector<std::string> columns_of(Database& database, const std::string& table);

/// Stores each file NAME.csv of the folder. Throws Error for a file that is no table, and for one
/// with other columns than earlier results have.
void store_run_tables(Database& database, std::int64_t result, const std::filesystem::path& folder);

}  // namespace heddle::study
