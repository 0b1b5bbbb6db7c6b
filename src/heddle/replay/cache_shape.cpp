#include "heddle/replay/cache_shape.hpp"

#include <bit>

#include "heddle/base/error.hpp"

namespace heddle::replay {

void check(const CacheShape& shape) {
  if (!std::has_single_bit(shape.line_bytes) || shape.line_bytes < kSectorBytes ||
      shape.line_bytes > 8 * kSectorBytes)
    fail("a line of {} bytes: 32, 64, 128 or 256 were expected", shape.line_bytes);
  const std::uint64_t set = std::uint64_t{shape.line_bytes} * shape.associativity;
  if (set == 0 || shape.bytes == 0 || shape.bytes % set != 0)
    fail("{} bytes are no whole number of sets of {} lines of {} bytes", shape.bytes,
         shape.associativity, shape.line_bytes);
  if (!SetOfLine::takes(shape.set_index, shape.sets()))
    fail("{} sets are no power of two, as Fermi's index needs: say --set-index linear",
         shape.sets());
}

}  // namespace heddle::replay
