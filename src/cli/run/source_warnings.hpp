// What is wrong with the source text that a run's source_lines.csv has: the probe takes it from the
// files as they are when the run ends.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::cli {

/// Of files that are gone, and of those that are newer than the program. None where the folder has
/// no such table.
std::vector<std::string> source_warnings(const std::filesystem::path& folder,
                                         const std::filesystem::path& program);

}  // namespace heddle::cli
