// The parts of a sweep's file that are about programs that share a GPU: [[capture]], and in a
// matrix which of them run together.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "study/catalogue/strict_toml.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

SweepCapture read_sweep_capture(StrictTable table, const std::filesystem::path& folder);

/// Reads `together`, `sized_together`, `options` and `sized_options`. Refuses names that are none
/// of the captures', and options that are the sweep's.
void read_together(StrictTable& table, const std::vector<SweepCapture>& captures,
                   SweepMatrix& matrix);

/// `[matrix.sized_arguments]` and the like: a text for each size.
std::map<std::string, std::string> read_by_size(StrictTable& table, const std::string& key);

}  // namespace heddle::study
