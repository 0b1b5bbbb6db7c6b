// The tables of a reproduction in a Markdown document of somebody's own words.
#pragma once

#include <filesystem>

#include "cli/reproduce/reproduction.hpp"

namespace heddle::cli {

/// Replaces what stands between the lines `<!-- tables of SIZE -->` and `<!-- end of tables -->` of
/// the file. Throws Error if it has no such lines.
void update_document(const std::filesystem::path& file, const Reproduction& reproduction);

}  // namespace heddle::cli
