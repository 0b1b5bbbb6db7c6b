// The claims of a reproduction as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "study/tables/table.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

/// The number of claims for each verdict, as in "12 reproduced, 3 same sign".
std::string count_text(const std::vector<JudgedClaim>& claims);

/// A row for each claim: id, words, the study's value, the measured value, the measured effect over
/// the study's effect, and the verdict.
Table claims_table(const JudgedVariant& of_variant, bool headlines_only);

/// All claims of all variants: id, headline, paper, measured, unit, effect, error, verdict, and
/// more. Also the correlations with chips, if there are measurements among the claims.
std::string claims_json(const Reproduction& reproduction);

}  // namespace heddle::study
