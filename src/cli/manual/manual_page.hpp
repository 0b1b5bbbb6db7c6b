// Manual pages, in the roff of man(7), made from what commands say of themselves.
#pragma once

#include <string>
#include <string_view>

#include "cli/description.hpp"

namespace heddle::cli {

/// heddle-NAME(1).
std::string manual_page(std::string_view name, const Description& command);

/// heddle(1): what commands there are.
std::string manual_of_heddle();

}  // namespace heddle::cli
