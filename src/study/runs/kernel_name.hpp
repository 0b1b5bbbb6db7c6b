// Names of kernels for tables: demangled, and cut to the width of a column.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::study {

/// The whole signature if it has at most `width` characters. Otherwise the name without parameters.
/// If this name is also too long, it is cut and ends with "...".
std::string shortened(const std::string& demangled, std::size_t width);
/// The name without return type, scope and parameters: "walk<4>" for "void space::walk<4>(float)".
/// Cut to `width` characters.
std::string short_name(const std::string& demangled, std::size_t width);

}  // namespace heddle::study
