// What a sweep measured of the workloads' kernels, read from its results.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/results/database.hpp"

namespace heddle::cli {

/// A kernel of one run; grid and what follows are those of its last launch.
struct MeasuredKernel {
  std::string workload, paper, size, machine, register_counts, setting;  ///< of the run
  std::string kernel;                                                    ///< its function
  std::uint64_t blocks = 0, threads = 0, registers = 0, shared = 0, blocks_per_sm = 0;
  std::string limited_by;
  std::map<std::string, double> statistics;  ///< those that are not 0

  double value(const std::string& name) const;
  /// "256", or of launches with several grids "1 to 256".
  std::string grids() const;
  /// What its launches together make the most of (gpu/utilization_class.hpp).
  std::string_view utilization_class() const;
  double warps() const;  ///< per block
  /// "paper ccws gto published".
  std::string run_name() const;
};

/// Of all runs that are ok, in the order of the sweep.
std::vector<MeasuredKernel> measured_kernels(Database& database);

}  // namespace heddle::cli
