// The values of Nsight Compute's metrics for the kernels of a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "study/nsight/metric_table.hpp"
#include "study/tables/table.hpp"

namespace heddle::study::nsight {

struct KernelMetrics {
  std::string kernel;          ///< demangled
  std::vector<double> values;  ///< in the order of `metrics`; NaN: the kernel has no such value
};

struct RunMetrics {
  std::vector<const Metric*> metrics;
  std::vector<KernelMetrics> kernels;  ///< the timed kernels
};

/// The metrics with these names; all metrics if there are none. Throws Error for another name, and
/// for a folder without timed kernels.
RunMetrics read_metrics(const std::filesystem::path& folder, const std::vector<std::string>& names);

/// A table for people: a heading and a table for each kernel.
std::string metrics_text(const RunMetrics& run);
/// CSV: kernel,metric,unit,value.
std::string metrics_csv(const RunMetrics& run);

}  // namespace heddle::study::nsight
