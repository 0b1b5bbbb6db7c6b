// When each access's line is needed next: what Belady's replacement looks into the future for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/replay/cache.hpp"

namespace heddle::replay {

/// When a line is needed next, as the place of that access in the stream.
inline constexpr std::uint32_t kNeverAgain = 0xFFFF'FFFF;

/// By access: the place of the next one that needs its line, kNeverAgain if that line's data are
/// taken away before or nobody needs it. One pass from the end.
std::vector<std::uint32_t> next_uses(std::span<const Record> accesses, const CacheShape& shape);

}  // namespace heddle::replay
