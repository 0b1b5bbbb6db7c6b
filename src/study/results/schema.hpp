// The tables and views of a file with a sweep's results. Makes them in a new file and checks them
// in an existing file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "study/results/database.hpp"

namespace heddle::study {

/// Version of the tables and views. Increases when programs that read or write the file must
/// change. Since version 2 the file has checksums (checksums.hpp), which all writers must store.
/// Files of version 1 are read, and become version 2 when they are opened for writing.
inline constexpr int kSweepSchemaVersion = 2;
/// The earliest version that is read.
inline constexpr int kOldestSweepSchemaVersion = 1;

/// Whether the file stores values of this statistic that are 0. If so, a value that is not stored
/// is unknown or infinite. For other statistics, a value that is not stored is 0.
inline bool zero_is_stored(std::string_view name) { return name.starts_with("corun."); }

/// SQL that makes the tables and views. The comments in the SQL describe the columns.
std::string schema_text();

/// Opens an existing file. Throws Error if the file does not exist, is no file of results, or lacks
/// a table.
Database open_results(const std::filesystem::path& file);

/// Throws Error if SQLite finds the file damaged, if its contents are wrong (contents.hpp), or if a
/// checksum is (checksums.hpp). Reads the whole file.
void refuse_damaged(Database& database);

/// Throws Error if results cannot be written to this file, because it holds something other than
/// results, is read-only, or cannot be created. Does not create the file.
void require_results(const std::filesystem::path& file);

/// Opens the file for results and creates it if it does not exist. A file of version 1 is checked
/// as refuse_damaged() does and gets checksums; `is_sealed_now`, if not null, says so. Throws Error
/// as require_results() does.
Database make_results(const std::filesystem::path& file, bool* is_sealed_now = nullptr);

/// Adds empty tables that a file of an earlier version lacks, and replaces its views by the present
/// ones. The caller has opened a transaction.
void make_later_tables(Database& database);

}  // namespace heddle::study
