// A field of a CSV file (RFC 4180).
#pragma once

#include <string>

namespace heddle::sim {

/// The text, in quotes if a comma, a quote or a line break in it would end the field.
std::string csv_field(const std::string& text);

}  // namespace heddle::sim
