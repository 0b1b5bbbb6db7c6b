// What a report shows, as JSON: the page's scripts draw it (assets/). A page has a kind, which says
// what draws it; there is one of runs.
#pragma once

#include <string>
#include <vector>

#include "study/runs/compared_run.hpp"
#include "study/runs/source_table.hpp"
#include "study/runs/time_tables.hpp"

namespace heddle::study {

/// A run with all that its folder tells.
struct ReportedRun {
  ComparedRun run;
  SampleTable samples;
  BlockTable blocks;
  SourceTable lines;
};

/// With bounds on what a page holds, shared by the runs. Throws Error for a folder that holds no
/// results, and for one that is named twice.
std::vector<ReportedRun> read_reported_runs(const std::vector<std::string>& folders);

/// `revision` is that of the heddle that writes the report.
std::string page_data(const std::vector<ReportedRun>& runs, const std::string& revision);

}  // namespace heddle::study
