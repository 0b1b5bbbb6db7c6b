// An experiment whose runs are judged: each claim in each variant that the results have runs of,
// and the points of the figures.
#pragma once

#include <string>
#include <vector>

#include "study/verdicts/measures.hpp"

namespace heddle::study {

/// The claims judged in one variant. All but the first have only those that could be measured.
struct JudgedVariant {
  Variant variant;
  std::vector<JudgedClaim> claims;
};

struct Reproduction {
  std::string experiment, title;
  std::string size;                   ///< of the workloads
  std::string options;                ///< what else was asked for: "--set KEY=VALUE"; "": the whole
  std::vector<std::string> machines;  ///< that it ran on
  std::size_t runs = 0;
  std::size_t failed = 0;               ///< but for runs that are meant to fail
  std::vector<JudgedVariant> variants;  ///< at least one
  std::vector<FigureData> figures;      ///< of the first of them
};

/// Judges the runs that the database shows. Throws Error for SQL of the experiment that is wrong.
Reproduction judge_reproduction(const Experiment& experiment, const std::string& size,
                                const std::string& options, const Catalogue& catalogue,
                                Database& database);

}  // namespace heddle::study
