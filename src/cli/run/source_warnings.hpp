// Warnings about the source text in a run's source_lines.csv. The probe reads the source files as
// they are when the run ends.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::cli {

/// Warns of files that are missing, and of files that are newer than the program. Empty if the
/// folder has no source_lines.csv.
std::vector<std::string> source_warnings(const std::filesystem::path& folder,
                                         const std::filesystem::path& program);

}  // namespace heddle::cli
