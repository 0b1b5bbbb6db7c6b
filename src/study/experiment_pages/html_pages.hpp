// The HTML pages of a reproduction and of all studies: claims with their verdicts, and figures with
// the study's values.
#pragma once

#include <string>

#include "study/claims/experiment.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

/// The page of one reproduction.
std::string reproduction_page(const Reproduction& reproduction, const std::string& revision);

/// The page of the records of all studies: the scoreboard, and every claim.
std::string studies_page(const std::vector<Experiment>& experiments, const std::string& revision);

}  // namespace heddle::study
