// What the page of a reproduction shows, as JSON: claims with their verdicts, and figures with the
// study's values.
#pragma once

#include <string>

#include "cli/reproduce/claims/experiment.hpp"
#include "cli/reproduce/records/reproduction.hpp"

namespace heddle::cli {

/// The whole page of what was found of one experiment.
std::string reproduction_page(const Reproduction& reproduction, const std::string& revision);

/// The whole page of what is recorded of all studies: the scoreboard, and every claim.
std::string studies_page(const std::vector<Experiment>& experiments, const std::string& revision);

}  // namespace heddle::cli
