// printf as device code calls it: a format and a buffer of arguments, laid out as a C structure of
// the promoted types (int and pointers of their size, double for float), each at its alignment.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "heddle/base/types.hpp"

namespace heddle::exec {

/// Where the arguments and the strings that they point to are.
struct PrintfMemory {
  std::function<void(std::uint64_t offset, void* to, std::uint64_t bytes)> argument;
  std::function<std::string(Addr)> text;
};

struct PrintfText {
  std::string text;
  unsigned arguments = 0;  ///< used
};

/// The text in the C locale, whatever the host program's. An unknown conversion is copied as it is.
PrintfText format_printf(const std::string& format, const PrintfMemory& memory);

}  // namespace heddle::exec
