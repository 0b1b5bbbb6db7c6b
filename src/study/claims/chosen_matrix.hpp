// The part of an experiment's matrix that a command asks for.
#pragma once

#include <string>
#include <vector>

#include "study/claims/experiment.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

/// The choice of a part of the matrix.
struct MatrixChoice {
  std::string size;                   ///< size of the workloads
  std::vector<std::string> settings;  ///< names or patterns; none: all settings
};

/// The matrix with the chosen size and settings. A part of the matrix that states sizes or
/// arguments keeps them. Throws Error for a setting that the matrix does not have.
SweepFile chosen_matrix(const Experiment& experiment, const MatrixChoice& choice,
                        const CommandLines& lines);

}  // namespace heddle::study
