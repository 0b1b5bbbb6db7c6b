// What of an L1 data cache decides which lines it has, timing aside.
#pragma once

#include <cstdint>

#include "heddle/base/set_index.hpp"

namespace heddle::replay {

struct CacheShape {
  std::uint64_t bytes = 16 * 1024;
  std::uint32_t line_bytes = 128;
  std::uint32_t associativity = 4;
  SetIndex set_index = SetIndex::linear;
  bool sectored = false;        ///< a miss brings the sectors that it touches, not the line
  bool write_update = false;    ///< a global store puts its sectors into a line that is there;
                                ///< else it takes the line's data away
  bool write_allocate = false;  ///< it also makes room for a line that is not
  bool local_back = false;      ///< local stores make room, and their lines are kept

  std::uint32_t sets() const {
    return static_cast<std::uint32_t>(bytes / line_bytes / associativity);
  }
  bool operator==(const CacheShape&) const = default;
};

/// Bytes of a sector.
inline constexpr std::uint32_t kSectorBytes = 32;

/// Throws Error unless it is a cache: sets of whole lines of 32 to 256 bytes, as many as its index
/// takes.
void check(const CacheShape& shape);

}  // namespace heddle::replay
