// Which heddle this is, for results and --version.
#pragma once

namespace heddle::sim {

/// "0.1.0".
const char* version();

/// Version of the layout of stats.json and manifest.json: grows when a reader must change.
inline constexpr int kSchemaVersion = 3;

}  // namespace heddle::sim
