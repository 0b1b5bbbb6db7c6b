// What was found of an experiment, for the reports.
#pragma once

#include <string>
#include <vector>

#include "study/verdicts/evaluation.hpp"

namespace heddle::study {

/// The claims as measured in one variant. All but the first have only those that could be measured.
struct VariantResults {
  Variant variant;
  std::vector<ClaimResult> claims;
};

struct Reproduction {
  std::string experiment, title;
  std::string size;                   ///< of the workloads
  std::string options;                ///< what else was asked for: "--set KEY=VALUE"; "": the whole
  std::vector<std::string> machines;  ///< that it ran on
  std::size_t runs = 0;
  std::size_t failed = 0;               ///< but for runs that are meant to fail
  std::vector<VariantResults> results;  ///< at least one
  std::vector<FigureData> figures;      ///< of the first of them
};

/// How many claims have which verdict: "12 reproduced, 3 same sign".
std::string count_text(const std::vector<ClaimResult>& claims);

}  // namespace heddle::study
