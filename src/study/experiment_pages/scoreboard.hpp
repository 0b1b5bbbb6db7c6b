// The scoreboard: for each study a row with the numbers of claims by verdict. The row also has the
// size, the registers and the revision of heddle of the deciding table (record_table.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "study/claims/experiment.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

/// Returns the text of the first column for an experiment.
using ScoreboardName = std::function<std::string(const Experiment& experiment)>;

/// The scoreboard. Each study is represented by the largest size that has records of the whole
/// study. A row with the sums follows the studies. The experiments with heddle's own expectations
/// or with measurements of a chip come last and are not part of the sums. "median effect" is the
/// median over headline claims of the measured effect over the study's effect.
Table scoreboard(const std::vector<Experiment>& experiments, const ScoreboardName& name);

/// The headline claims that the scoreboard counts as contradicted, with the causes that the
/// experiments state.
Table contradicted_headlines(const std::vector<Experiment>& experiments,
                             const ScoreboardName& name);

}  // namespace heddle::study
