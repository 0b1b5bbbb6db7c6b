// A sweep's results as CSV, a row for each run with every statistic, and as JSON, with the kernels
// of each run as well.
#pragma once

#include "cli/output_option.hpp"
#include "cli/results/database.hpp"

namespace heddle::cli {

void export_csv(Database& database, const TextSink& sink);
void export_json(Database& database, const TextSink& sink);

}  // namespace heddle::cli
