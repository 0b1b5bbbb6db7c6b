// The kernels that a sweep measured, read from its results. Each kernel has the values of
// stats.json and the labels of its run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/records/saved_stats.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

/// The labels of a run in the matrix of its sweep.
struct RunLabels {
  std::string workload, paper, size, machine, registers, setting;

  /// Size, study, setting and registers, as in "paper ccws gto published".
  std::string text() const;
};

struct MeasuredKernel {
  RunLabels run;
  std::string function;    ///< name of the kernel's function
  sim::SavedKernel saved;  ///< without statistics that are 0

  double value(std::string_view name) const;
  /// The blocks of a grid, such as "256"; "1 to 256" if the launches have grids of several sizes.
  std::string grids() const;
  /// The most utilized component over all launches (gpu/accounts/utilization_class.hpp).
  std::string_view utilization_class() const;
  double warps() const;  ///< number of warps in a block
};

/// The statistics of one kernel of a result. Kernel 0 stands for all kernels together.
std::vector<Statistic> statistics_of(Database& database, std::int64_t result, std::int64_t kernel);

/// The kernels of a result, in the order of their first launches.
std::vector<sim::SavedKernel> kernels_of(Database& database, std::int64_t result);

/// The kernels of all runs with status `ok`, in the order of the sweep.
std::vector<MeasuredKernel> measured_kernels(Database& database);

}  // namespace heddle::study
