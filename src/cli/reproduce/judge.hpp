// What stored results say of an experiment, in every variant that they have runs of.
#pragma once

#include "cli/reproduce/records/reproduction.hpp"
#include "cli/reproduce/reproduce_request.hpp"

namespace heddle::cli {

/// Judges the runs that the database shows. Throws Error for SQL of the experiment that is wrong.
Reproduction judge_results(const Experiment& experiment, const ReproduceRequest& request,
                           const Catalogue& catalogue, Database& database);

}  // namespace heddle::cli
