// A sweep's results as CSV, a row for each run with the parameters that differ between runs and
// every statistic, and as JSON, with all parameters and the kernels of each run as well.
#pragma once

#include "cli/output_option.hpp"
#include "cli/results/database.hpp"

namespace heddle::cli {

void export_csv(Database& database, const TextSink& sink);
void export_json(Database& database, const TextSink& sink);

}  // namespace heddle::cli
