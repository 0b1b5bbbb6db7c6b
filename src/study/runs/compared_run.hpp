// A run that `heddle compare` reads from its output folder. Also makes the warnings that a reader
// needs before comparing runs, for example that a run is not complete or ran another program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "heddle/sim/records/saved_stats.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::study {

struct ComparedRun {
  std::string name;  ///< end of the folder's path, long enough to distinguish the runs
  sim::SavedStats stats;
  sim::SavedManifest manifest;
  sim::Settings settings;

  /// The value of the setting as text; "-" if the run does not have it.
  std::string setting(const std::string& key) const;
  double core_mhz() const;  ///< clock of the cores; 1 if the settings have none
};

/// Reads the runs from their output folders. Throws Error for a folder without results.
std::vector<ComparedRun> read_runs(const std::vector<std::string>& folders);

/// A line for each run that is not complete, for each difference between the runs' programs,
/// arguments, machines and versions of heddle, and for each warning of a run.
std::vector<std::string> caveats(const std::vector<ComparedRun>& runs);

}  // namespace heddle::study
