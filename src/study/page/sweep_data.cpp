#include "study/page/sweep_data.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "study/limits/facts.hpp"
#include "study/page/page_json.hpp"
#include "study/page/swept_runs.hpp"
#include "study/runs/headline.hpp"
#include "study/store/stored_parameters.hpp"

namespace heddle::study {
namespace {

// Bounds that keep the page below 10 MiB.
constexpr std::size_t kMostRuns = 5000;
/// The greatest number of kernels of all runs together. Kernels with fewest cycles are left out.
constexpr std::size_t kSweptKernels = 2500;

/// Gives each name of a value a number. The page has the list of names once, and the data of its
/// runs use the numbers.
class ValueNames {
 public:
  std::size_t number(const std::string& name) {
    return numbers_.try_emplace(name, numbers_.size()).first->second;
  }
  PageJson list() const {
    std::vector<std::string> names(numbers_.size());
    for (const auto& [name, number] : numbers_) names[number] = name;
    return names;
  }

 private:
  std::map<std::string, std::size_t> numbers_;
};

/// A kernel as JSON. Its values are one list that alternates between the number of a name and the
/// value.
PageJson compact_kernel(const sim::SavedKernel& kernel, const sim::Settings& settings,
                        ValueNames& names) {
  PageJson json = kernel_json(kernel, settings);
  PageJson values = PageJson::array();
  for (const auto& [name, value] : json.at("values").items()) {
    values.push_back(names.number(name));
    values.push_back(value);
  }
  json["values"] = std::move(values);
  json.erase("signature");
  for (PageJson& limit : json["limits"]) limit.erase("counters");
  return json;
}

PageJson measures_json(const std::vector<HeadlineRow>& rows) {
  PageJson numbers = PageJson::array();
  for (const HeadlineRow& row : rows)
    numbers.push_back(row.value == "-" ? PageJson() : shown(row.number));
  return numbers;
}

PageJson measure_names() {
  PageJson names = PageJson::array();
  for (const HeadlineRow& row : headline({}, 1))
    names.push_back({{"label", row.label}, {"unit", row.unit}});
  return names;
}

std::size_t count_of_runs(Database& results) {
  Statement query(results, "SELECT count(*) FROM cells");
  query.next();
  return static_cast<std::size_t>(query.whole(0));
}

using BySetting = std::map<std::int64_t, sim::Settings>;

/// The settings that have the same value in all configurations.
sim::Settings common_settings(const BySetting& configurations) {
  if (configurations.empty()) return {};
  sim::Settings common = configurations.begin()->second;
  std::erase_if(common, [&](const auto& entry) {
    return std::ranges::any_of(configurations, [&](const auto& other) {
      const auto found = other.second.find(entry.first);
      return found == other.second.end() ||
             sim::to_string(found->second.value) != sim::to_string(entry.second.value);
    });
  });
  return common;
}

PageJson settings_json(const sim::Settings& settings, const sim::Settings& without) {
  PageJson json = PageJson::object();
  for (const auto& [key, setting] : settings) {
    if (!without.contains(key)) json[key] = sim::to_string(setting.value);
  }
  return json;
}

PageJson configurations_json(const BySetting& configurations, const sim::Settings& common) {
  PageJson json = PageJson::object();
  for (const auto& [number, settings] : configurations) {
    json[std::to_string(number)] = {{"settings", settings_json(settings, common)},
                                    {"peaks", peaks_json(peaks_of(settings))}};
  }
  return json;
}

PageJson means_json(Database& results, const std::string& baseline) {
  PageJson rows = PageJson::array();
  Statement query(results, R"(
SELECT setting, paper, size, machine, registers, workloads, missing, arithmetic, geometric, harmonic
FROM mean_speedups m WHERE baseline = ?1
ORDER BY paper, size, machine, registers, (SELECT min(run) FROM cells c WHERE c.setting = m.setting))");
  query.bind(baseline);
  while (query.next()) {
    PageJson row = PageJson::array();
    for (int column = 0; column < query.columns(); ++column) {
      const bool is_text = column < 5;
      if (is_text)
        row.push_back(query.text(column));
      else
        row.push_back(query.text(column).empty() ? PageJson() : shown(query.number(column)));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Makes the JSON of all runs.
class PageRuns {
 public:
  PageRuns(const BySetting& configurations, std::size_t kernels)
      : configurations_(configurations), most_kernels_(kernels) {}

  void add(const SweptRun& run, const std::map<std::int64_t, double>& speedups,
           const SettingAxes& axes) {
    PageJson json = {{"run", run.number},
                     {"labels", run.labels},
                     {"status", run.status},
                     {"message", run.message},
                     {"host_seconds", shown(run.host_seconds)},
                     {"configuration", run.configuration}};
    if (const auto choices = axes.choices.find(run.number); choices != axes.choices.end())
      json["choices"] = choices->second;
    const auto speedup = speedups.find(run.number);
    json["speedup"] = speedup == speedups.end() ? PageJson() : shown(speedup->second);
    const auto found = configurations_.find(run.configuration);
    const sim::Settings& settings = found == configurations_.end() ? none_ : found->second;
    if (!run.total.empty()) add_measured(run, settings, json);
    runs_.push_back(std::move(json));
  }
  PageJson runs() { return std::move(runs_); }
  PageJson names() const { return names_.list(); }

 private:
  void add_measured(const SweptRun& run, const sim::Settings& settings, PageJson& json) {
    const double core_mhz = number_of(settings, "device.core_clock_mhz", 1);
    json["measures"] = measures_json(headline(run.total, core_mhz));
    const auto timed = timed_kernels(run.kernels);
    PageJson kernels = PageJson::array();
    const std::size_t count = std::min({timed.size(), most_kernels_, kSweptKernels - kernels_});
    for (std::size_t i = 0; i < count; ++i)
      kernels.push_back(compact_kernel(*timed[i], settings, names_));
    kernels_ += count;
    json["kernels_left_out"] = timed.size() - kernels.size();
    json["kernels_not_timed"] = run.kernels.size() - timed.size();
    json["kernels"] = std::move(kernels);
  }

  const BySetting& configurations_;
  const sim::Settings none_;
  std::size_t most_kernels_;  ///< most kernels of one run
  std::size_t kernels_ = 0;   ///< number of kernels of all runs so far
  ValueNames names_;
  PageJson runs_ = PageJson::array();
};

}  // namespace

std::string sweep_page_data(Database& results, std::string baseline, const std::string& revision) {
  const std::vector<std::string> settings = settings_of_sweep(results);
  if (settings.empty()) fail("'{}' has no runs", results.file().string());
  if (baseline.empty()) baseline = settings.front();
  if (std::ranges::find(settings, baseline) == settings.end())
    fail("--baseline {}: the sweep has the settings {}", baseline, fmt::join(settings, ", "));
  const BySetting configurations = configurations_of(results);
  const sim::Settings common = common_settings(configurations);
  const std::size_t count = count_of_runs(results);
  PageRuns runs(configurations,
                std::max<std::size_t>(1, kSweptKernels / std::min(count, kMostRuns)));
  const auto speedups = speedups_over(results, baseline);
  const SettingAxes axes = setting_axes(results);
  visit_runs(results, kMostRuns, [&](const SweptRun& run) { runs.add(run, speedups, axes); });
  PageJson data = page_head("sweep", revision);
  data["file"] = results.file().filename().string();
  data["command"] =
      fmt::format("heddle report {} --baseline {}", results.file().string(), baseline);
  data["axes"] = kRunColumns;
  data["setting_axes"] = axes.names;
  data["settings"] = settings;
  data["baseline"] = baseline;
  data["measures"] = measure_names();
  data["means"] = means_json(results, baseline);
  data["common"] = settings_json(common, {});
  data["configurations"] = configurations_json(configurations, common);
  data["all_runs"] = count;
  data["runs"] = runs.runs();
  data["names"] = runs.names();
  return page_text(data);
}

}  // namespace heddle::study
