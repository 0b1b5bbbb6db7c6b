// The version of heddle, for results and --version.
#pragma once

namespace heddle::sim {

/// The version as text, such as "0.1.0".
const char* version();

/// The version of the layout of stats.json and manifest.json. The number increases when a change of
/// the layout requires a change of programs that read the files.
inline constexpr int kSchemaVersion = 3;

}  // namespace heddle::sim
