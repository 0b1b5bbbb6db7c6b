// What a file of results must hold, so that a changed or damaged one is known: the tables with
// their columns, numbers where numbers stand, the names of the statistics that heddle has written,
// and of each result as many rows as were stored.
#pragma once

#include <cstdint>
#include <string>

#include "cli/results/database.hpp"

namespace heddle::cli {

/// SQL that makes the table of the numbers of rows.
std::string contents_table();

/// Notes how many rows the result has. A transaction is open.
void store_contents(Database& database, std::int64_t result);

/// Notes the statistics that the file names, which heddle has written. A transaction is open.
void note_statistics(Database& database);

/// Throws Error where a table of `schema` (SQL) is missing or has other columns.
void require_tables(Database& database, const std::string& schema);

/// Throws Error where a number is none, or none that can be measured, where the statistics are not
/// those that heddle has written, where a row names one that is not there, or where a result lacks
/// rows or cycles. Reads all results.
void refuse_altered(Database& database, const std::string& schema);

}  // namespace heddle::cli
