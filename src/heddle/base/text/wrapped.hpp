// The next place of a ring.
#pragma once

#include <cstdint>

namespace heddle {

/// Returns `place`, which is at most `size`; if it equals `size`, returns 0. There is no branch,
/// because the processor would mispredict it once in each round of the ring.
inline std::uint32_t wrapped(std::uint32_t place, std::uint32_t size) {
  return place & (std::uint32_t{0} - static_cast<std::uint32_t>(place != size));
}

}  // namespace heddle
