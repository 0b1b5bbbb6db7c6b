// The part of an experiment's matrix that a command asks for.
#pragma once

#include "cli/reproduce/claims/experiment.hpp"
#include "cli/reproduce/reproduce_request.hpp"
#include "cli/sweep/plan/sweep_file.hpp"

namespace heddle::cli {

/// The matrix in the size and with the settings that were asked for; parts that state a size keep
/// it. Throws Error for a setting that the matrix does not have.
SweepFile chosen_matrix(const Experiment& experiment, const ReproduceRequest& request);

}  // namespace heddle::cli
