// The file with a sweep's results: its tables and views, made in a new file and recognized in one
// that is there. docs/sweep.md says what they hold.
#pragma once

#include <filesystem>

#include "cli/results/database.hpp"

namespace heddle::cli {

/// Grows when a reader must change.
inline constexpr int kSweepSchemaVersion = 1;

/// Throws Error if the file is not there, or holds something else.
Database open_results(const std::filesystem::path& file);

/// Likewise, but makes a file that is not there.
Database make_results(const std::filesystem::path& file);

}  // namespace heddle::cli
