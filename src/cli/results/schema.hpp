// The file with a sweep's results: its tables and views, made in a new file and recognized in one
// that is there.
#pragma once

#include <filesystem>
#include <string>

#include "cli/results/database.hpp"

namespace heddle::cli {

/// Grows when a reader must change.
inline constexpr int kSweepSchemaVersion = 1;

/// SQL that makes the tables and views; its comments say what the columns mean.
std::string schema_text();

/// Throws Error if the file is not there, or holds something else.
Database open_results(const std::filesystem::path& file);

/// Likewise, but makes a file that is not there.
Database make_results(const std::filesystem::path& file);

}  // namespace heddle::cli
