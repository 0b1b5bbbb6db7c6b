// What a sweep measured of the workloads' kernels, read from its results: the kernels as stats.json
// has them, each with the run that it is of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/results/database.hpp"
#include "heddle/sim/saved_stats.hpp"

namespace heddle::cli {

/// A run as the matrix of its sweep names it.
struct RunLabels {
  std::string workload, paper, size, machine, registers, setting;

  /// "paper ccws gto published".
  std::string text() const;
};

struct MeasuredKernel {
  RunLabels run;
  std::string function;    ///< of the kernel, without return type, template arguments, parameters
  sim::SavedKernel saved;  ///< statistics by name, without those that are 0

  double value(std::string_view name) const;
  /// "256", or of launches with several grids "1 to 256".
  std::string grids() const;
  /// What its launches together make the most of (gpu/utilization_class.hpp).
  std::string_view utilization_class() const;
  double warps() const;  ///< per block
};

/// Of all runs that are ok, in the order of the sweep.
std::vector<MeasuredKernel> measured_kernels(Database& database);

}  // namespace heddle::cli
