// Names of C++ symbols as a person writes them.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// "matmul(float const*, int)" for "_Z6matmulPKfi", and for that of one file in linked device code,
/// "_ZL6matmulPKfi__intern__9f"; what is no C++ symbol stays as it is.
std::string demangled(const std::string& symbol);

/// The function's name alone: "walk" for the symbols of "space::walk<int>(int const*)" and of
/// "void walk<4>(float)".
std::string function_name(const std::string& symbol);

/// A message with all of its symbols demangled.
std::string with_demangled(std::string_view message);

}  // namespace heddle
