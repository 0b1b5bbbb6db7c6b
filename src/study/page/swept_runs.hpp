// The runs of a sweep as a page has them, read one at a time from its results.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "heddle/sim/records/saved_stats.hpp"
#include "heddle/sim/settings/setting.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

struct SweptRun {
  std::int64_t number = 0;
  std::vector<std::string> labels;  ///< by kSweepAxes
  std::string status, message;
  double host_seconds = 0;
  std::int64_t configuration = 0;  ///< 0: the file does not say
  std::vector<Statistic> total;    ///< none: nothing was measured
  std::vector<sim::SavedKernel> kernels;
};

/// Columns of the results that tell runs apart.
inline constexpr const char* kSweepAxes[] = {"workload", "paper",     "size",   "arguments",
                                             "machine",  "registers", "setting"};

/// In the order of the sweep, at most so many.
void visit_runs(Database& results, std::size_t most,
                const std::function<void(const SweptRun&)>& see);

/// The parameters of each configuration; none in a file of an earlier heddle.
std::map<std::int64_t, sim::Settings> configurations_of(Database& results);

/// What the settings of a sweep are made of, where they have several axes.
struct SettingAxes {
  std::vector<std::string> names;                            ///< fewer than two: none
  std::map<std::int64_t, std::vector<std::string>> choices;  ///< of a run, by axis; "": none
};
SettingAxes setting_axes(Database& results);

/// By run: how much faster than with the setting `baseline`.
std::map<std::int64_t, double> speedups_over(Database& results, const std::string& baseline);

/// Names of the settings, in the order of the sweep.
std::vector<std::string> settings_of_sweep(Database& results);

}  // namespace heddle::study
