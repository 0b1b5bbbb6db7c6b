// The properties of an L1 data cache that decide, apart from timing, which lines are in the cache.
#pragma once

#include <cstdint>

#include "heddle/base/set_index.hpp"

namespace heddle::replay {

struct CacheShape {
  std::uint64_t bytes = 16 * 1024;
  std::uint32_t line_bytes = 128;
  std::uint32_t associativity = 4;
  SetIndex set_index = SetIndex::linear;
  bool sectored = false;  ///< a miss brings only the sectors that it touches, not the whole line
  bool write_update = false;  ///< true: a global store writes its sectors into its line if the line
                              ///< is present; false: the store invalidates the line
  bool write_allocate = false;  ///< true: a global store allocates its line if the line is not in
                                ///< the cache
  bool local_back = false;  ///< true: local stores allocate their lines and write only to the cache
                            ///< (write-back)

  std::uint32_t sets() const {
    return static_cast<std::uint32_t>(bytes / line_bytes / associativity);
  }
  bool operator==(const CacheShape&) const = default;
};

/// Size of a sector in bytes.
inline constexpr std::uint32_t kSectorBytes = 32;

/// Throws Error if the shape is impossible. The cache must consist of whole sets, lines must have
/// 32 to 256 bytes, and the set index must support the number of sets.
void check(const CacheShape& shape);

}  // namespace heddle::replay
