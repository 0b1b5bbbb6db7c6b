// How a value differs from that of the baseline, in words.
#pragma once

#include <string>

#include "study/runs/headline.hpp"

namespace heddle::study {

/// "1.29x faster", "+12.5% better", "-3.2 pp worse" (percentage points), "+4.0%" where neither
/// direction is an improvement, "same" for equal values, "0.0%" and "1.00x" for what rounds to
/// them; "" where there is no ratio to 0.
std::string change_text(double baseline, double value, ChangeForm form, Better better);

}  // namespace heddle::study
