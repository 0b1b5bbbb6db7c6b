// The tables of a reproduction in a Markdown document of somebody's own words.
#pragma once

#include <filesystem>

#include "cli/reproduce/reproduction.hpp"

namespace heddle::cli {

/// Throws Error if the file has no place for tables of that size.
void require_place(const std::filesystem::path& file, const std::string& size);

/// Replaces what stands between the lines `<!-- tables of SIZE -->` and `<!-- end of tables -->` of
/// the file.
void update_document(const std::filesystem::path& file, const Reproduction& reproduction);

}  // namespace heddle::cli
