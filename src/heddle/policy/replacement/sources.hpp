// The publications of several replacement policies.
#pragma once

namespace heddle::policy {

inline constexpr const char* kBeladySource =
    "L. A. Belady, A Study of Replacement Algorithms for a Virtual-Storage Computer, IBM Systems "
    "Journal 5(2), 1966";

inline constexpr const char* kRripSource =
    "A. Jaleel, K. B. Theobald, S. C. Steely Jr., J. Emer, High Performance Cache Replacement "
    "Using Re-Reference Interval Prediction (RRIP), ISCA 2010";

}  // namespace heddle::policy
