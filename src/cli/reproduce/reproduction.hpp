// What was found of an experiment, for the reports.
#pragma once

#include <string>
#include <vector>

#include "cli/reproduce/evaluation.hpp"

namespace heddle::cli {

/// The claims as measured with one choice of register counts.
struct RegisterCountResults {
  std::string register_count;  ///< "own": heddle's compiler's; "published": the study's
  std::vector<ClaimResult> claims;
};

struct Reproduction {
  std::string experiment, title;
  std::string size;                   ///< of the workloads
  std::vector<std::string> machines;  ///< that it ran on
  std::size_t runs = 0, failed = 0;
  std::vector<RegisterCountResults> results;  ///< at least one
  std::vector<FigureData> figures;            ///< of the first of them
};

/// How many claims have which verdict: "12 reproduced, 3 same sign".
std::string count_text(const std::vector<ClaimResult>& claims);

}  // namespace heddle::cli
