// The rows of `heddle bench`: which workloads it runs with which arguments. No other file lists
// these rows.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

struct BenchRow {
  std::string_view name;
  std::string_view workload;   ///< folder and file: workloads/NAME/NAME.cu
  std::string_view arguments;  ///< separated by spaces
  /// Settings for `heddle run --set` in the run with timing, separated by spaces.
  std::string_view settings = {};
};

std::span<const BenchRow> bench_rows();

/// The rows in whose names the regular expression is found. Throws Error if there is none.
std::vector<BenchRow> matching_rows(const std::string& expression);

}  // namespace heddle::cli
