// The metrics of Nsight Compute that heddle can give: name, unit, formula of heddle's statistics
// and of parameters of the machine, and what differs in meaning. Source of the names: NVIDIA,
// Nsight Compute, Kernel Profiling Guide, "Metrics Reference".
#pragma once

#include <span>
#include <string_view>

#include "study/tables/table.hpp"

namespace heddle::study::nsight {

struct Metric {
  std::string_view name;  ///< "dram__bytes_read.sum"
  std::string_view unit;  ///< "byte", or "" for a number
  std::string_view formula;
  std::string_view difference;  ///< "" if the meaning is the same
};

/// Sorted by name.
std::span<const Metric> metrics();

/// The table for docs/reference.
Table metric_name_table();

}  // namespace heddle::study::nsight
