// The next place of a ring.
#pragma once

#include <cstdint>

namespace heddle {

/// `place`, which is at most `size`; 0 in the place of `size`. No branch: the processor would guess
/// wrong once a turn.
inline std::uint32_t wrapped(std::uint32_t place, std::uint32_t size) {
  return place & (std::uint32_t{0} - static_cast<std::uint32_t>(place != size));
}

}  // namespace heddle
