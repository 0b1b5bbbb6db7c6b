// The reproduction of an experiment: the verdict of each claim in each variant with runs, and the
// points of the figures.
#pragma once

#include <string>
#include <vector>

#include "study/verdicts/measures.hpp"

namespace heddle::study {

/// The claims with their verdicts in one variant. The first variant has all claims, and each other
/// variant has only its measured claims.
struct JudgedVariant {
  Variant variant;
  std::vector<JudgedClaim> claims;
};

struct Reproduction {
  std::string experiment, title;
  std::string size;     ///< size of the workloads
  std::string options;  ///< further options, such as "--set KEY=VALUE"; "": whole study
  std::vector<std::string> machines;  ///< machines of the runs
  std::size_t runs = 0;
  std::size_t failed = 0;  ///< number of runs that are not ok, without runs that are meant to fail
  std::vector<JudgedVariant> variants;  ///< at least one
  std::vector<FigureData> figures;      ///< figures of the first variant
};

/// Judges the runs in the database. Throws Error for wrong SQL of the experiment.
Reproduction judge_reproduction(const Experiment& experiment, const std::string& size,
                                const std::string& options, const Catalogue& catalogue,
                                Database& database);

}  // namespace heddle::study
