// The difference between a value and the value of the baseline, as a text.
#pragma once

#include <string>

#include "study/runs/headline.hpp"

namespace heddle::study {

/// The change from `baseline` to `value`. Examples: "1.29x faster", "+12.5% better", "-3.2 pp
/// worse" (percentage points), "+4.0%" if neither direction is an improvement. Equal values give
/// "same"; changes that round to zero give "0.0%" or "1.00x". "" if the change is a ratio to 0.
std::string change_text(double baseline, double value, ChangeForm form, Better better);

}  // namespace heddle::study
