// What stored results say of an experiment, in every variant that they have runs of.
#pragma once

#include "cli/reproduce/reproduce_request.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

/// Judges the runs that the database shows. Throws Error for SQL of the experiment that is wrong.
Reproduction judge_results(const Experiment& experiment, const cli::ReproduceRequest& request,
                           const Catalogue& catalogue, Database& database);

}  // namespace heddle::study
