// loads.csv: the behaviour of each static load in the L1 caches, one line per load.
#pragma once

#include <string>
#include <vector>

#include "heddle/observe/loads_profile.hpp"

namespace heddle::sim {

/// The names of the columns; docs/guide/loads.md explains them.
std::string loads_heading();
/// One line for each load of the kernel that the L1 may serve, including loads that never ran.
std::string loads_lines(const observe::KernelLoads& kernel);

/// The sums over the SMs, by kernel.
std::vector<observe::KernelLoads> sum_of(
    const std::vector<const std::vector<observe::KernelLoads>*>& sms);

}  // namespace heddle::sim
