// Names of C++ symbols as a person writes them.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// "matmul(float const*, int)" for "_Z6matmulPKfi"; what is no C++ symbol stays as it is.
std::string demangled(const std::string& symbol);

/// A message with all of its symbols demangled.
std::string with_demangled(std::string_view message);

}  // namespace heddle
