// Reads the parts of a sweep's file for programs that share a GPU: the tables [[capture]], and the
// keys of a matrix that say which captures run together.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "study/catalogue/strict_toml.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

/// Reads a [[capture]]. The path of a file may be relative to `folder`. Throws SourceError for a
/// mistake.
SweepCapture read_sweep_capture(StrictTable table, const std::filesystem::path& folder);

/// Reads `together`, `sized_together`, `options` and `sized_options` into `matrix`. Throws
/// SourceError for a name that no capture has, and for an option that the sweep sets itself.
void read_together(StrictTable& table, const std::vector<SweepCapture>& captures,
                   SweepMatrix& matrix);

/// Reads a table with a text for each size, such as [matrix.sized_arguments].
std::map<std::string, std::string> read_by_size(StrictTable& table, const std::string& key);

}  // namespace heddle::study
