// The whole reproduction as one HTML page that needs nothing else: tables, and the figures within.
#pragma once

#include <filesystem>
#include <string>

#include "cli/reproduce/reproduction.hpp"

namespace heddle::cli {

/// `figures` has NAME.svg of each figure that was drawn; "" leaves figures out.
std::string html_page(const Reproduction& reproduction, const std::filesystem::path& figures);

}  // namespace heddle::cli
