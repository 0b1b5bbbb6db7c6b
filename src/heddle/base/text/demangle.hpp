// Names of C++ symbols as a person writes them.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// Returns "matmul(float const*, int)" for "_Z6matmulPKfi". Works also for
/// "_ZL6matmulPKfi__intern__9f", the symbol of a function that is local to one file of linked
/// device code. Returns any other text unchanged.
std::string demangled(const std::string& symbol);

/// Returns the bare name of the function: "walk" for the symbols of "space::walk<int>(int const*)"
/// and of "void walk<4>(float)".
std::string function_name(const std::string& symbol);

/// Returns the message with every C++ symbol in it demangled.
std::string with_demangled(std::string_view message);

}  // namespace heddle
