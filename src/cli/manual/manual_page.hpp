// Manual pages in the roff of man(7), made from the descriptions of the commands.
#pragma once

#include <string>
#include <string_view>

#include "cli/description.hpp"

namespace heddle::cli {

/// The page heddle-NAME(1).
std::string manual_page(std::string_view name, const Description& command);

/// The page heddle(1), which lists the commands.
std::string manual_of_heddle();

}  // namespace heddle::cli
