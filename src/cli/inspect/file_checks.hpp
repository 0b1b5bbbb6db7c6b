// Reads a file as the command that uses it would, and says what it is.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::cli {

/// "a machine", "a sweep of 9 runs". Throws Error for what is wrong in the file, and for a file
/// that no command reads.
std::string check_file(const std::filesystem::path& file);

}  // namespace heddle::cli
