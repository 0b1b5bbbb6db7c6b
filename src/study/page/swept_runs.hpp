// Reads the runs of a sweep for a page, one run at a time, from the results.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "heddle/sim/records/saved_stats.hpp"
#include "study/results/database.hpp"
#include "study/results/run_columns.hpp"

namespace heddle::study {

struct SweptRun {
  std::int64_t number = 0;
  std::vector<std::string> labels;  ///< labels of the run; one for each of kRunColumns
  std::string status, message;
  double host_seconds = 0;
  std::int64_t configuration = 0;  ///< key in the result of configurations_of(); 0: unknown
  std::vector<Statistic> total;    ///< empty: nothing was measured
  std::vector<sim::SavedKernel> kernels;
};

/// Calls `see` for at most `most` runs, in the order of the sweep.
void visit_runs(Database& results, std::size_t most,
                const std::function<void(const SweptRun&)>& see);

/// The axes of the settings and the choices of each run, for a sweep with several axes.
struct SettingAxes {
  std::vector<std::string> names;  ///< empty if there are fewer than two axes
  /// The choices of each run, one for each axis; "": no choice.
  std::map<std::int64_t, std::vector<std::string>> choices;
};
SettingAxes setting_axes(Database& results);

/// The speed-up of each run over the same run with the setting `baseline`. Key: number of the run.
std::map<std::int64_t, double> speedups_over(Database& results, const std::string& baseline);

/// The names of the settings, in the order of the sweep.
std::vector<std::string> settings_of_sweep(Database& results);

}  // namespace heddle::study
