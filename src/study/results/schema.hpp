// The file with a sweep's results: its tables and views, made in a new file and recognized in one
// that is there.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "study/results/database.hpp"

namespace heddle::study {

/// Grows when a reader must change.
inline constexpr int kSweepSchemaVersion = 1;

/// Whether a statistic that is not there is not known, or not finite; others are 0 then.
inline bool zero_is_stored(std::string_view name) { return name.starts_with("corun."); }

/// SQL that makes the tables and views; its comments say what the columns mean.
std::string schema_text();

/// Throws Error if the file is not there, holds something else, or lacks a table.
Database open_results(const std::filesystem::path& file);

/// Throws Error if SQLite finds the file damaged, or if it does not hold what was stored
/// (contents.hpp). Reads all of it.
void refuse_damaged(Database& database);

/// Throws Error if no results can be written there: the file holds something else, is read-only or
/// cannot be made. Makes nothing.
void require_results(const std::filesystem::path& file);

/// Makes a file that is not there. Throws Error as require_results does.
Database make_results(const std::filesystem::path& file);

/// Gives a file of an earlier version the tables that have come later, without rows, and the
/// present views. A transaction is open.
void make_later_tables(Database& database);

}  // namespace heddle::study
