// The HTML pages of one reproduction and of all studies. The pages show claims with their verdicts,
// and figures with the study's values.
#pragma once

#include <string>

#include "study/claims/experiment.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

/// The page of one reproduction.
std::string reproduction_page(const Reproduction& reproduction, const std::string& revision);

/// The page of all studies: the scoreboard, and the claims of each study's deciding table
/// (record_table.hpp).
std::string studies_page(const std::vector<Experiment>& experiments, const std::string& revision);

}  // namespace heddle::study
