// A run that `heddle compare` reads back from its output folder, and what a reader must know of
// runs before comparing them: that they are complete and of the same program and machine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "heddle/sim/records/saved_stats.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::study {

struct ComparedRun {
  std::string name;  ///< the end of the folder's path, as much as tells the runs apart
  sim::SavedStats stats;
  sim::SavedManifest manifest;
  sim::Settings settings;

  /// Its value as typed; "-": the run has none.
  std::string setting(const std::string& key) const;
  double core_mhz() const;
};

/// Throws Error for a folder that holds no results.
std::vector<ComparedRun> read_runs(const std::vector<std::string>& folders);

/// A line for each difference that is not one of settings, and for each run that is not complete.
std::vector<std::string> caveats(const std::vector<ComparedRun>& runs);

}  // namespace heddle::study
