// A whole file in memory.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::sim {

/// Its bytes. Throws Error saying why it cannot be read.
std::string read_file(const std::filesystem::path& file);

}  // namespace heddle::sim
