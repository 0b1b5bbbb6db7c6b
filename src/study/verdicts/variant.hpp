// A variant of an experiment. The runs of a variant are judged together. Variants differ in a
// choice that the study leaves open, and in the register counts of kernels.
#pragma once

#include <string>
#include <vector>

#include "study/results/database.hpp"

namespace heddle::study {

struct Variant {
  std::string registers;  ///< "own": counted by heddle's compiler; "published": the study's
  std::string choice;     ///< choice on the axis "variant" of the matrix; "": none

  bool operator==(const Variant&) const = default;
  /// The variant in words, as in "32 MSHRs, registers as published"; "" if there is no choice.
  std::string text() const;
};

/// The variants with runs in the results, in the order of the matrix. If some runs have a choice on
/// the axis "variant", the runs without a choice on this axis belong to every variant.
std::vector<Variant> variants(Database& results);

}  // namespace heddle::study
