// Reads a file as the command that uses the file would, and returns the kind of the file.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::cli {

/// The kind of the file in words, such as "a machine" or "a sweep of 9 runs". Throws Error for a
/// mistake in the file, and for a file that no command reads.
std::string check_file(const std::filesystem::path& file);

}  // namespace heddle::cli
