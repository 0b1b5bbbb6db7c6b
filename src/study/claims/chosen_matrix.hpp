// The part of an experiment's matrix that a command asks for.
#pragma once

#include "cli/reproduce/reproduce_request.hpp"
#include "study/claims/experiment.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

/// The matrix in the size and with the settings that were asked for; parts that state a size keep
/// it. Throws Error for a setting that the matrix does not have.
SweepFile chosen_matrix(const Experiment& experiment, const cli::ReproduceRequest& request);

}  // namespace heddle::study
