// The properties of an L1 data cache that decide which lines are in the cache, apart from timing.
#pragma once

#include <cstdint>

#include "heddle/base/set_index.hpp"

namespace heddle::replay {

struct CacheShape {
  std::uint64_t bytes = 16 * 1024;
  std::uint32_t line_bytes = 128;
  std::uint32_t associativity = 4;
  SetIndex set_index = SetIndex::linear;
  bool sectored = false;        ///< a miss brings only the sectors that it touches, not the line
  bool write_update = false;    ///< a global store writes its sectors into a line that is present;
                                ///< otherwise it invalidates the line
  bool write_allocate = false;  ///< a global store allocates a line that is missing
  bool local_back = false;      ///< local stores allocate their lines, which stay in the cache

  std::uint32_t sets() const {
    return static_cast<std::uint32_t>(bytes / line_bytes / associativity);
  }
  bool operator==(const CacheShape&) const = default;
};

/// Size of a sector in bytes.
inline constexpr std::uint32_t kSectorBytes = 32;

/// Throws Error if the shape is impossible. Sets must consist of whole lines of 32 to 256 bytes,
/// and the set index must support the number of sets.
void check(const CacheShape& shape);

}  // namespace heddle::replay
