// Computes the next place of a ring.
#pragma once

#include <cstdint>

namespace heddle {

/// Returns `place`, or 0 if `place` equals `size`. `place` must be at most `size`. The code has no
/// branch, because the processor would mispredict a branch once in each round of the ring.
inline std::uint32_t wrapped(std::uint32_t place, std::uint32_t size) {
  return place & (std::uint32_t{0} - static_cast<std::uint32_t>(place != size));
}

}  // namespace heddle
