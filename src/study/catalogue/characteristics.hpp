// What the workloads' kernels are like, measured on the machines of the studies and beside the
// studies' own tables: reports/workloads.md, from the results of workloads/characteristics.toml.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "study/catalogue/catalogue.hpp"
#include "study/results/measured.hpp"

namespace heddle::study {

/// A workload's time on one setting over that on another.
struct SettingSpeedup {
  std::string workload, paper, baseline, setting;
  double speedup = 0;
};

/// Of all pairs of settings with which the same run was made.
std::vector<SettingSpeedup> setting_speedups(Database& database);

/// A Markdown document: for each study the shape of each kernel, what it does, and what the L1's
/// size means to the workload where that was measured. Values are `measured (the study's)`. Of the
/// catalogue's studies and workloads alone.
std::string characteristics(const Catalogue& catalogue, std::span<const MeasuredKernel> measured,
                            std::span<const SettingSpeedup> speedups);

}  // namespace heddle::study
