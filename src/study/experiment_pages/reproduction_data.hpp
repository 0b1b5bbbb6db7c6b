// What the page of a reproduction shows, as JSON: claims with their verdicts, and figures with the
// study's values.
#pragma once

#include <string>

#include "study/claims/experiment.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

/// The whole page of what was found of one experiment.
std::string reproduction_page(const Reproduction& reproduction, const std::string& revision);

/// The whole page of what is recorded of all studies: the scoreboard, and every claim.
std::string studies_page(const std::vector<Experiment>& experiments, const std::string& revision);

}  // namespace heddle::study
