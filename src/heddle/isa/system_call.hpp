// Host services that device code calls like functions. A system_call instruction carries the number
// of its service in Modifiers::immediate. The sources and the result follow the order of the
// function's parameters: 64-bit values are pairs, 32-bit values are rows.
#pragma once

#include <cstdint>

namespace heddle::isa {

enum class SystemCall : std::uint8_t {
  vprintf,  ///< row = vprintf(pair format, pair argument buffer); both are generic addresses
  malloc,   ///< pair = malloc(pair bytes)
  free,     ///< free(pair address)
  /// assert_fail(pair message, pair file, row line, pair function, pair bytes per character)
  assert_fail,
};

}  // namespace heddle::isa
