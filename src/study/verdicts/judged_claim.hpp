// A claim with its measure and its verdict.
#pragma once

#include <cstddef>
#include <string>

#include "study/verdicts/verdict.hpp"

namespace heddle::study {

struct JudgedClaim {
  Claim claim;
  Measured measured;
  Verdict verdict = Verdict::missing;
  std::string reason;  ///< of a claim that is not measurable
  /// Runs that its value may be of, and how many of these are ok: a mean leaves out the others.
  std::size_t runs = 0, runs_ok = 0;

  /// "1.12", "pro < gto", "-".
  std::string measured_text() const;
  /// The measured effect over the study's: "0.71"; of the same sign alone "0.08, under a tenth",
  /// "3.40, over three times"; "-" where there is none.
  std::string effect_text() const;
  /// "5 of 6" where the value is not of all its runs, else "".
  std::string runs_text() const;
  /// "reproduced", "reproduced (from 5 of 6 runs)", "not measurable: silicon".
  std::string verdict_text() const;
};

}  // namespace heddle::study
