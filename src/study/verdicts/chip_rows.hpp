// The rows of an experiment's tables of chips, in the results of its runs.
#pragma once

#include "study/claims/experiment.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

/// Makes these temporary tables and views, which shared.sql describes: measured_rows,
/// chip_counters, chip_kernels and chip_values. Throws Error if the run of a row launched no kernel
/// with the name that the row states.
void make_chip_tables(const Experiment& experiment, Database& database);

}  // namespace heddle::study
