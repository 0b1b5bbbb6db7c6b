// The claims as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "study/tables/table.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::study {

/// How many claims have which verdict: "12 reproduced, 3 same sign".
std::string count_text(const std::vector<JudgedClaim>& claims);

/// A row for each claim: id, what it says, the study's value, the measured one, the measured effect
/// over the study's, the verdict.
Table claims_table(const JudgedVariant& of_variant, bool headlines_only);

/// Rows with id, headline, paper, measured, unit, effect, verdict, and more.
std::string claims_json(const Reproduction& reproduction);

}  // namespace heddle::study
