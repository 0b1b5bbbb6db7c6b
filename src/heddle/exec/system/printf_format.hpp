// printf of device code: a format and a buffer of arguments. The buffer has the layout of a C
// structure of the promoted types (int and pointers of their size, double for float), each at its
// alignment.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "heddle/base/types.hpp"

namespace heddle::exec {

/// Access to the arguments, and to the strings to which they point.
struct PrintfMemory {
  std::function<void(std::uint64_t offset, void* to, std::uint64_t bytes)> argument;
  std::function<std::string(Addr)> text;
};

struct PrintfText {
  std::string text;
  unsigned arguments = 0;  ///< number of arguments used
};

/// Returns the text in the C locale, independent of the host program's locale. An unknown
/// conversion is copied unchanged.
PrintfText format_printf(const std::string& format, const PrintfMemory& memory);

}  // namespace heddle::exec
