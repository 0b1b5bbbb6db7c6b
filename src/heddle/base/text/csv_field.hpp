// Turns a text into a field of a CSV file (RFC 4180).
#pragma once

#include <string>

namespace heddle {

/// Returns the text as a field. Text with a comma, a quote or a line break is quoted.
std::string csv_field(const std::string& text);

}  // namespace heddle
