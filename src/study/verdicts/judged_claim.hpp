// A claim with its measured value and its verdict.
#pragma once

#include <cstddef>
#include <string>

#include "study/claims/experiment.hpp"
#include "study/verdicts/verdict.hpp"

namespace heddle::study {

struct JudgedClaim {
  Claim claim;
  Measured measured;
  Verdict verdict = Verdict::missing;
  std::string reason;  ///< why the claim is not measurable or whose figure it is, or ""
  /// The number of runs that the value may depend on, and the number of these runs that are ok. A
  /// mean leaves out runs that are not ok.
  std::size_t runs = 0, runs_ok = 0;

  /// The measured value, as in "1.12", "pro < gto" or "-".
  std::string measured_text() const;
  /// The measured effect over the study's effect: "0.71"; "-" if there is none. With the verdict
  /// `same_sign` also "0.08, under a tenth" or "3.40, over three times".
  std::string effect_text() const;
  /// "5 of 6" if only 5 of the 6 runs of the value are ok; "" if all are ok or there is no value.
  std::string runs_text() const;
  /// The verdict in words, as in "reproduced", "reproduced (from 5 of 6 runs)" or "not measurable:
  /// silicon".
  std::string verdict_text() const;
};

/// Judges a claim by its measured value, unless the experiment says that the value is an input or
/// that the claim cannot be measured. A value of a claim that cannot be measured is dropped.
JudgedClaim judge(const Experiment& experiment, const Claim& claim, const Measured& measured);

}  // namespace heddle::study
