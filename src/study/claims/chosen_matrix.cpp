#include "study/claims/chosen_matrix.hpp"

#include <algorithm>
#include <set>

#include <fnmatch.h>

#include "heddle/base/error.hpp"
#include "study/claims/chip_runs.hpp"

namespace heddle::study {
namespace {

/// Removes from each matrix the settings that match none of the patterns. Choices on other axes
/// stay.
void keep_settings(SweepFile& sweep, const std::vector<std::string>& patterns) {
  const auto is_main = [](const SettingGroup& group) { return group.axis == kDefaultAxis; };
  const auto matches = [](const std::string& pattern, const SettingGroup& group) {
    return fnmatch(pattern.c_str(), group.name.c_str(), 0) == 0;
  };
  for (const std::string& pattern : patterns) {
    const bool any = std::ranges::any_of(sweep.groups, [&](const SettingGroup& group) {
      return is_main(group) && matches(pattern, group);
    });
    if (!any) fail("--settings: {} has no setting '{}'", sweep.file.string(), pattern);
  }
  std::set<std::string> dropped;
  for (const SettingGroup& group : sweep.groups) {
    const bool is_asked = std::ranges::any_of(
        patterns, [&](const std::string& pattern) { return matches(pattern, group); });
    if (is_main(group) && !is_asked) dropped.insert(group.name);
  }
  const auto is_dropped = [&](const std::string& name) { return dropped.contains(name); };
  std::erase_if(sweep.matrices, [&](SweepMatrix& matrix) {
    const std::size_t before = matrix.settings.size();
    std::erase_if(matrix.settings, is_dropped);
    const bool has_main = std::ranges::any_of(sweep.groups, [&](const SettingGroup& group) {
      return is_main(group) &&
             std::ranges::find(matrix.settings, group.name) != matrix.settings.end();
    });
    return before != matrix.settings.size() && !has_main;
  });
}

}  // namespace

SweepFile chosen_matrix(const Experiment& experiment, const MatrixChoice& choice,
                        const CommandLines& lines) {
  SweepFile sweep = read_sweep_file(experiment.matrix(), lines);
  for (SweepMatrix& matrix : sweep.matrices) {
    if (matrix.sizes.empty() && matrix.arguments.empty()) matrix.sizes = {choice.size};
  }
  add_chip_runs(experiment, choice.size, sweep);
  if (!choice.settings.empty()) keep_settings(sweep, choice.settings);
  return sweep;
}

}  // namespace heddle::study
