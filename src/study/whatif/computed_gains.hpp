// Gains that no run measures, since a run without the cost would compute other values: SMs that
// stay full until the end of a kernel, barriers at which no warp waits, and lanes without
// divergence. They are computed from what a run records.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/sim/records/saved_stats.hpp"
#include "heddle/sim/settings/setting.hpp"
#include "study/whatif/whatif_results.hpp"

namespace heddle::study {

/// A run with the tables that gains are computed from.
struct RecordedRun {
  std::filesystem::path folder;
  const sim::SavedStats& stats;
  const sim::Settings& settings;
};

struct ComputedGain {
  std::string_view name;     ///< word for the command line, such as "barriers"
  std::string_view title;    ///< heading, such as "barriers at which no warp waits"
  std::string_view meaning;  ///< a sentence without its point: how the cycles are computed
  /// The cycles of each kernel, in the order of its cycles in the run.
  std::vector<WhatifKernel> (*kernels)(const RecordedRun& run);
};

std::span<const ComputedGain> computed_gains();

/// The settings ("key=value") of a run that records what the gains need.
std::vector<std::string> recording_settings();

}  // namespace heddle::study
