// The report on the characteristics of the workloads' kernels, reports/workloads.md. Compares
// measurements on the studies' machines (workloads/characteristics.toml) with the studies' tables.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "study/catalogue/catalogue.hpp"
#include "study/results/measured.hpp"

namespace heddle::study {

/// The speed-up of a workload with a setting over the same workload with a baseline setting.
struct SettingSpeedup {
  std::string workload, paper, baseline, setting;
  double speedup = 0;  ///< cycles of the baseline / cycles of the setting
};

/// The speed-ups for all pairs of settings with which the same workload ran.
std::vector<SettingSpeedup> setting_speedups(Database& database);

/// A Markdown document. For each study of the catalogue it has the shape and the behaviour of each
/// kernel, as `measured (the study's value)`. A last table has the effect of a larger L1, for the
/// workloads for which this effect was measured.
std::string characteristics(const Catalogue& catalogue, std::span<const MeasuredKernel> measured,
                            std::span<const SettingSpeedup> speedups);

}  // namespace heddle::study
