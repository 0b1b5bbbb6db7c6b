// Names of kernels for tables: demangled, and no longer than a column has room for.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::study {

/// The whole signature where it fits, else the name without parameters, else the beginning of that
/// and "...".
std::string shortened(const std::string& demangled, std::size_t width);
/// "walk<4>" for "void space::walk<4>(float)": without result, scope and parameters, shortened.
std::string short_name(const std::string& demangled, std::size_t width);

}  // namespace heddle::study
