// Numbers by tenant in one parameter: "6 2", "16 none".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::policy {

/// The numbers, separated by blanks or commas; nothing: "none" stands there. Throws Error, naming
/// the parameter, for what is no number.
std::vector<std::optional<double>> read_numbers(std::string_view parameter, std::string_view text);

}  // namespace heddle::policy
