#include "study/page/swept_runs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "study/results/measured.hpp"
#include "study/store/stored_parameters.hpp"

namespace heddle::study {

void visit_runs(Database& results, std::size_t most,
                const std::function<void(const SweptRun&)>& see) {
  Statement query(
      results, fmt::format("SELECT run, {}, status, message, host_seconds, result{} FROM runs "
                           "ORDER BY run LIMIT {}",
                           fmt::join(kRunColumns, ", "),
                           has_parameters(results)
                               ? ", (SELECT configuration FROM configured c WHERE c.run = runs.run)"
                               : "",
                           most));
  constexpr int kStatus = 1 + static_cast<int>(std::size(kRunColumns));
  while (query.next()) {
    SweptRun run;
    run.number = query.whole(0);
    for (int axis = 1; axis < kStatus; ++axis) run.labels.push_back(query.text(axis));
    run.status = query.text(kStatus);
    run.message = query.text(kStatus + 1);
    run.host_seconds = query.number(kStatus + 2);
    const std::int64_t result = query.whole(kStatus + 3);
    if (query.columns() > kStatus + 4) run.configuration = query.whole(kStatus + 4);
    if (run.status == "ok" || run.status == "incomplete") {
      run.total = statistics_of(results, result, 0);
      run.kernels = kernels_of(results, result);
    }
    see(run);
  }
}

SettingAxes setting_axes(Database& results) {
  SettingAxes axes;
  Statement names(results, "SELECT axis FROM choices GROUP BY axis ORDER BY min(run), axis");
  while (names.next()) axes.names.push_back(names.text(0));
  if (axes.names.size() < 2) return {};
  Statement query(results, "SELECT run, axis, choice FROM choices");
  while (query.next()) {
    std::vector<std::string>& choices = axes.choices[query.whole(0)];
    choices.resize(axes.names.size());
    const auto axis = std::ranges::find(axes.names, query.text(1));
    choices[static_cast<std::size_t>(axis - axes.names.begin())] = query.text(2);
  }
  return axes;
}

std::map<std::int64_t, double> speedups_over(Database& results, const std::string& baseline) {
  std::map<std::int64_t, double> all;
  Statement query(results, "SELECT run, speedup FROM speedups WHERE baseline = ?");
  query.bind(baseline);
  while (query.next()) all[query.whole(0)] = query.number(1);
  return all;
}

std::vector<std::string> settings_of_sweep(Database& results) {
  std::vector<std::string> all;
  Statement query(results, "SELECT setting FROM cells GROUP BY setting ORDER BY min(run)");
  while (query.next()) all.push_back(query.text(0));
  return all;
}

}  // namespace heddle::study
