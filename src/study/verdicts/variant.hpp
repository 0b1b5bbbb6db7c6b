// Runs that are judged together. An experiment may be made with several choices that its study
// leaves open, and with two counts of registers.
#pragma once

#include <string>
#include <vector>

#include "study/results/database.hpp"

namespace heddle::study {

struct Variant {
  std::string registers;  ///< "own": heddle's compiler's counts; "published": the study's
  std::string choice;     ///< on the matrix's axis "variant"; "" if it has none

  bool operator==(const Variant&) const = default;
  /// "32 MSHRs, registers as published"; "" of an experiment with nothing to choose.
  std::string text() const;
};

/// All that the results have runs of, the first of the matrix first. Runs that are of no variant
/// where others are belong to all.
std::vector<Variant> variants(Database& results);

}  // namespace heddle::study
