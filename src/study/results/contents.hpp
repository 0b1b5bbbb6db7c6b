// Checks that a file of results is neither changed nor damaged. The file must have all tables with
// their columns, valid numbers in number columns, the names of the statistics that heddle has
// written, valid references between tables, and for each result the number of rows that were
// stored.
#pragma once

#include <cstdint>
#include <string>

#include "study/results/database.hpp"

namespace heddle::study {

/// Advice for a file whose contents are wrong.
inline constexpr const char* kAlteredAdvice =
    "the file was changed or damaged: sweep into another (--results)";

/// SQL that makes the table `contents`, which says how many rows each result has in other tables.
std::string contents_table();

/// Stores in `contents` how many rows the result has in other tables. The caller has opened a
/// transaction.
void store_contents(Database& database, std::int64_t result);

/// Stores the numbers and names of the statistics in the file. The caller has opened a transaction.
void note_statistics(Database& database);

/// Throws Error if a table of `schema`, an SQL text, is missing or has other columns, and if the
/// file has a trigger.
void require_tables(Database& database, const std::string& schema);

/// Throws Error in these cases: a number column holds a text, or a number that no run can have; the
/// statistics differ from the statistics that heddle has written; a row refers to a missing row; a
/// result lacks rows or cycles. Reads all results.
void refuse_altered(Database& database, const std::string& schema);

}  // namespace heddle::study
