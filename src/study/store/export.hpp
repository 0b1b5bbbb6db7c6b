// A sweep's results as CSV, a row for each run with the parameters that differ between runs and
// every statistic, and as JSON, with all parameters and the kernels of each run as well.
#pragma once

#include "jobs/streams/output_option.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

void export_csv(Database& database, const jobs::TextSink& sink);
void export_json(Database& database, const jobs::TextSink& sink);

}  // namespace heddle::study
