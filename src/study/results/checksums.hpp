// Checksums of a file of results: one of each result, with its kernels, values and tables; one of
// the matrix, with the choices and the configurations of its runs; one of the statistics; one of
// each view. They detect
// accidents and edits, but not a forger, who can compute them too.
#pragma once

#include <cstdint>
#include <string>

#include "study/results/database.hpp"

namespace heddle::study {

/// SQL that makes the table `checksums`.
std::string checksums_table();

/// Whether the file has checksums. A file of version 1 has none.
bool has_checksums(Database& database);

/// Stores the checksum of one result. Call this after the last row of the result is stored. The
/// caller has opened a transaction.
void seal_result(Database& database, std::int64_t result);

/// Stores the checksum of cells, choices, configured, parameter_keys and configurations. The caller
/// has opened a transaction.
void seal_matrix(Database& database);

/// Stores the checksum of the statistics' names, units and descriptions. The caller has opened a
/// transaction.
void seal_quantities(Database& database);

/// Stores the checksums of the views. The caller has opened a transaction.
void seal_views(Database& database);

/// Stores the checksums of all that the file has. The caller has opened a transaction.
void seal_all(Database& database);

/// Removes a result with its checksum, if there is one. The caller has opened a transaction.
void remove_result(Database& database, const std::string& identity);

/// Throws Error if a checksum is missing or differs from what the file has, or if what a checksum
/// is of is missing. Reads all results.
void refuse_unsealed(Database& database);

}  // namespace heddle::study
