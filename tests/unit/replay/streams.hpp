// Short streams of accesses, and what caches make of them.
#pragma once

#include <vector>

#include "heddle/replay/next_use.hpp"
#include "heddle/replay/replayer.hpp"

namespace heddle::replay {

inline Access load(std::uint64_t line, std::uint16_t warp = 0, LaneMask lanes = ~LaneMask{0}) {
  return {.line = line, .lanes = lanes, .entity = warp, .sectors = 15};
}
inline Access store(std::uint64_t line, RecordKind kind = RecordKind::store) {
  return {.line = line, .lanes = 1, .sectors = 1, .kind = kind};
}

/// One set of so many lines.
inline CacheShape one_set(std::uint32_t lines) {
  return {.bytes = std::uint64_t{lines} * 128, .line_bytes = 128, .associativity = lines};
}

/// Each of the stream's accesses by a warp of its own block.
inline ReplayCounts replayed(const std::vector<Access>& stream, const CacheShape& shape) {
  Replayer replayer(shape, 1);
  for (std::uint16_t warp = 0; warp < 32; ++warp) replayer.begin({.block = warp, .entity = warp});
  for (const Access& access : stream) replayer.access(access);
  replayer.replay_pending();
  return replayer.counts(0);
}

}  // namespace heddle::replay
