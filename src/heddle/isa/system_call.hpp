// Services of the host that device code reaches as functions. A system_call instruction carries the
// number in Modifiers::immediate; sources and result are those of the function, in its order:
// 64-bit values are pairs, 32-bit values rows.
#pragma once

#include <cstdint>

namespace heddle::isa {

enum class SystemCall : std::uint8_t {
  vprintf,      ///< row = (pair format, pair argument buffer, both generic addresses)
  malloc,       ///< pair = (pair bytes)
  free,         ///< (pair address)
  assert_fail,  ///< (pair message, pair file, row line, pair function, pair bytes a character)
};

}  // namespace heddle::isa
