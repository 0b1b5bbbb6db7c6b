// Writes a sweep's results as CSV or JSON. The CSV has a row for each run, with all statistics and
// the parameters that differ between runs. The JSON also has the other parameters and the kernels.
#pragma once

#include "jobs/streams/output_option.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

void export_csv(Database& database, const jobs::TextSink& sink);
void export_json(Database& database, const jobs::TextSink& sink);

}  // namespace heddle::study
