// The part of an experiment's matrix that a command asks for.
#pragma once

#include <string>
#include <vector>

#include "study/claims/experiment.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

/// What a command asks of the experiment's matrix.
struct MatrixChoice {
  std::string size;                   ///< of the workloads
  std::vector<std::string> settings;  ///< names or patterns; none: all
};

/// The matrix in the size and with the settings that were asked for; parts that state a size keep
/// it. Throws Error for a setting that the matrix does not have.
SweepFile chosen_matrix(const Experiment& experiment, const MatrixChoice& choice,
                        const CommandLines& lines);

}  // namespace heddle::study
