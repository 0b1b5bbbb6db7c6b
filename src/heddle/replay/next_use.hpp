// Finds the next use of the line of each access. Belady's replacement needs to know it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/replay/cache.hpp"

namespace heddle::replay {

/// Stands for the next use of a line that is never needed again. A next use is an index into the
/// stream of accesses.
inline constexpr std::uint32_t kNeverAgain = 0xFFFF'FFFF;

/// By access: index of the next access that uses the line. kNeverAgain: no later access uses the
/// line, or the line is invalidated first. Takes one pass from the end.
std::vector<std::uint32_t> next_uses(std::span<const Record> accesses, const CacheShape& shape);

}  // namespace heddle::replay
