// Replays a recorded stream, SM after SM, and adds up by launch.
#pragma once

#include <map>

#include "heddle/replay/replayer.hpp"
#include "heddle/replay/stream_file.hpp"

namespace heddle::replay {

/// By number of the launch.
using CountsByLaunch = std::map<std::uint64_t, ReplayCounts>;

/// Through caches of this shape. Where its lines are not the recording machine's, accesses are
/// split (lines.hpp).
CountsByLaunch replay_file(StreamReader& stream, const CacheShape& shape, const Modes& modes);

}  // namespace heddle::replay
