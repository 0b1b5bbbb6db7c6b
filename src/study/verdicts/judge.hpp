// What stored results say of an experiment, in every variant that they have runs of.
#pragma once

#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

/// Judges the runs that the database shows. `size` is that of the workloads, `options` what else
/// was asked for. Throws Error for SQL of the experiment that is wrong.
Reproduction judge_results(const Experiment& experiment, const std::string& size,
                           const std::string& options, const Catalogue& catalogue,
                           Database& database);

}  // namespace heddle::study
