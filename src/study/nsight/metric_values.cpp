#include "study/nsight/metric_values.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/csv_field.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/records/results.hpp"
#include "heddle/sim/records/saved_stats.hpp"
#include "study/formulas/formula.hpp"
#include "study/limits/facts.hpp"
#include "study/runs/compared_run.hpp"

namespace heddle::study::nsight {
namespace {

std::vector<const Metric*> chosen(const std::vector<std::string>& names) {
  std::vector<const Metric*> all;
  std::vector<std::string> known;
  for (const Metric& metric : metrics()) {
    known.emplace_back(metric.name);
    if (names.empty()) all.push_back(&metric);
  }
  for (const std::string& name : names) {
    const auto found = std::ranges::find(metrics(), name, &Metric::name);
    if (found == metrics().end())
      fail("heddle gives no metric '{}'{}; heddle list nsight-metrics shows all", name,
           did_you_mean(name, known));
    all.push_back(&*found);
  }
  return all;
}

/// The value of a name in a formula. A statistic that stats.json leaves out is 0.
double value_of_name(const sim::SavedKernel& kernel, const sim::Settings& settings,
                     const std::string& name) {
  if (name == "launches.timed") return static_cast<double>(kernel.timed_launches);
  if (settings.contains(name)) return number_of(settings, name);
  return sim::value_of(kernel.statistics, name);
}

std::string number_text(double value) {
  if (std::isnan(value)) return "-";
  return value == std::floor(value) && std::abs(value) < 1e15
             ? format_count(static_cast<std::uint64_t>(value))
             : fmt::format("{:.4g}", value);
}

}  // namespace

RunMetrics read_metrics(const std::filesystem::path& folder,
                        const std::vector<std::string>& names) {
  RunMetrics run{chosen(names), {}};
  const ComparedRun of_folder = read_runs({folder.string()}).front();
  for (const sim::SavedKernel& kernel : of_folder.stats.kernels) {
    if (kernel.timed_launches == 0) continue;
    KernelMetrics of{kernel.name, {}};
    for (const Metric* metric : run.metrics) {
      const double value = evaluate(metric->formula, [&](const std::string& name) {
        return value_of_name(kernel, of_folder.settings, name);
      });
      of.values.push_back(std::isfinite(value) ? value : std::nan(""));
    }
    run.kernels.push_back(std::move(of));
  }
  if (run.kernels.empty()) fail("'{}' has no timed kernels", folder.string());
  return run;
}

std::string metrics_text(const RunMetrics& run) {
  std::string text;
  for (const KernelMetrics& kernel : run.kernels) {
    Table table{{"metric", "unit", "value"}, {}};
    for (std::size_t i = 0; i < run.metrics.size(); ++i)
      table.rows.push_back({std::string(run.metrics[i]->name), std::string(run.metrics[i]->unit),
                            number_text(kernel.values[i])});
    table.align_right(2);
    text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", kernel.kernel, table.text());
  }
  return text;
}

std::string metrics_csv(const RunMetrics& run) {
  std::string text = "kernel,metric,unit,value\n";
  for (const KernelMetrics& kernel : run.kernels) {
    for (std::size_t i = 0; i < run.metrics.size(); ++i) {
      const std::string value =
          std::isnan(kernel.values[i]) ? "" : fmt::format("{}", kernel.values[i]);
      text += fmt::format("{},{},{},{}\n", csv_field(kernel.kernel), run.metrics[i]->name,
                          run.metrics[i]->unit, value);
    }
  }
  return text;
}

}  // namespace heddle::study::nsight
