// What a sweep measured of the workloads' kernels, read from its results: the kernels as stats.json
// has them, each with the run that it is of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/records/saved_stats.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

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
  /// What its launches together make the most of (gpu/accounts/utilization_class.hpp).
  std::string_view utilization_class() const;
  double warps() const;  ///< per block
};

/// What a result has of a kernel by its number; 0: of all kernels.
std::vector<Statistic> statistics_of(Database& database, std::int64_t result, std::int64_t kernel);

/// The kernels of a result, in the order of their first launches.
std::vector<sim::SavedKernel> kernels_of(Database& database, std::int64_t result);

/// Of all runs that are ok, in the order of the sweep.
std::vector<MeasuredKernel> measured_kernels(Database& database);

}  // namespace heddle::study
