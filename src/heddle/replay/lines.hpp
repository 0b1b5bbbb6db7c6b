// Converts accesses for a cache whose line size differs from the recorded line size.
#pragma once

#include <bit>

#include "heddle/replay/cache_shape.hpp"
#include "heddle/replay/record.hpp"

namespace heddle::replay {

/// Calls visit(access) for each line of `to` bytes that an access to a line of `from` bytes
/// touches. Each of these accesses keeps all lanes. Accesses may be split, but are never merged.
template <typename Visit>
void for_each_line(Access access, std::uint32_t from, std::uint32_t to, Visit&& visit) {
  const std::uint64_t first_sector = access.line * (from / kSectorBytes);
  const std::uint32_t in_line = to / kSectorBytes;
  for (unsigned left = access.sectors; left != 0;) {
    const std::uint64_t line = (first_sector + std::countr_zero(left)) / in_line;
    unsigned sectors = 0;
    for (std::uint32_t i = 0; i < in_line; ++i) {
      const std::uint64_t sector = line * in_line + i;
      if (sector < first_sector || sector - first_sector >= 8) continue;
      const unsigned bit = 1u << (sector - first_sector);
      if ((left & bit) != 0) sectors |= 1u << i;
      left &= ~bit;
    }
    access.line = line;
    access.sectors = static_cast<std::uint8_t>(sectors);
    visit(static_cast<const Access&>(access));
  }
}

}  // namespace heddle::replay
