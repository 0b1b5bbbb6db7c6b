// Asks a SQLite file as any program does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::test {

using Rows = std::vector<std::vector<std::string>>;

/// The rows that a statement gives, as texts; of several statements, those of all. A failure of the
/// test if there is an error.
Rows query(const std::filesystem::path& file, const std::string& sql);

}  // namespace heddle::test
