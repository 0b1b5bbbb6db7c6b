// How the studies came out, one row each: claims by verdict, with the size and the revision of
// heddle that decide.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "study/claims/experiment.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

/// What the first column has for an experiment.
using ScoreboardName = std::function<std::string(const Experiment& experiment)>;

/// The largest size that was run whole counts. The last row is the sum; experiments with
/// expectations of our own stand below and do not count in it.
/// "median effect" is the measured effect over the study's, the median of its headline claims.
Table scoreboard(const std::vector<Experiment>& experiments, const ScoreboardName& name);

/// The headline claims that the scoreboard counts as contradicted, each with the cause that its
/// experiment states.
Table contradicted_headlines(const std::vector<Experiment>& experiments,
                             const ScoreboardName& name);

}  // namespace heddle::study
