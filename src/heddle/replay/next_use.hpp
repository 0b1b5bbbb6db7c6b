// Finds the next use of the line of each access, which Belady's replacement needs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/replay/cache.hpp"

namespace heddle::replay {

/// The value for the next use of a line that no later access needs. All other values are indices
/// into the stream of accesses.
inline constexpr std::uint32_t kNeverAgain = 0xFFFF'FFFF;

/// Returns for each access the index of the next access that uses the line. The index is
/// kNeverAgain if no later access uses the line, or if the line is invalidated first. Makes one
/// pass over the accesses, from the last to the first.
std::vector<std::uint32_t> next_uses(std::span<const Record> accesses, const CacheShape& shape);

}  // namespace heddle::replay
