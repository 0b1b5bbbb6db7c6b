// The data of a report of runs, as JSON. The scripts of the page draw it (assets/). The data have a
// `kind`, which selects the scripts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/runs/compared_run.hpp"
#include "study/runs/launch_table.hpp"
#include "study/runs/source_table.hpp"
#include "study/runs/time_tables.hpp"
#include "study/whatif/whatif_results.hpp"

namespace heddle::study {

/// A run with all data of its folder.
struct ReportedRun {
  ComparedRun run;
  SampleTable samples;
  LaunchTable launches;
  BlockTable blocks;
  SourceTable lines;
  std::optional<WhatifResults> whatif;
};

/// Reads the runs. The runs share bounds on the data of a page. Throws Error for a folder without
/// results, and for a folder that is named twice.
std::vector<ReportedRun> read_reported_runs(const std::vector<std::string>& folders);

/// The data of the page. `revision` is the revision of the heddle that writes the report.
std::string page_data(const std::vector<ReportedRun>& runs, const std::string& revision);

}  // namespace heddle::study
