// Replays a recorded stream, one SM after the other, and sums the counts by launch.
#pragma once

#include <map>

#include "heddle/replay/replayer.hpp"
#include "heddle/replay/stream_file.hpp"

namespace heddle::replay {

/// Counts by launch number.
using CountsByLaunch = std::map<std::uint64_t, ReplayCounts>;

/// Replays the stream in caches of this shape. If their line size differs from the recorded line
/// size, accesses are split (lines.hpp).
CountsByLaunch replay_file(StreamReader& stream, const CacheShape& shape, const Modes& modes);

}  // namespace heddle::replay
