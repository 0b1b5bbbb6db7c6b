// Replays a recorded stream, one SM after the other, and sums the counts by launch.
#pragma once

#include <map>

#include "heddle/replay/replayer.hpp"
#include "heddle/replay/stream_file.hpp"

namespace heddle::replay {

/// By launch number: its counts.
using CountsByLaunch = std::map<std::uint64_t, ReplayCounts>;

/// Replays through caches of this shape. Accesses are split (lines.hpp) if the line length differs
/// from the recorded one.
CountsByLaunch replay_file(StreamReader& stream, const CacheShape& shape, const Modes& modes);

}  // namespace heddle::replay
