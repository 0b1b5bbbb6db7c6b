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

/// Makes a file of results one of version 1, which has no checksums, so that changed values are
/// taken.
inline constexpr const char* kForgetChecksums =
    "; DROP TABLE IF EXISTS checksums; UPDATE about SET value = '1' WHERE key = 'schema_version'";

}  // namespace heddle::test
