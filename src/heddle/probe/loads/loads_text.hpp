// loads.csv: the behaviour of each static load in the L1 caches, one line per load.
#pragma once

#include <string>
#include <vector>

#include "heddle/probe/loads/loads_profile.hpp"

namespace heddle::probe {

/// The names of the columns; docs/guide/loads.md explains them.
std::string loads_heading();
/// One line for each load of the kernel that the L1 may serve, including loads that never ran.
std::string loads_lines(const KernelLoads& kernel);

/// The sums over the SMs, by kernel.
std::vector<KernelLoads> sum_of(const std::vector<const std::vector<KernelLoads>*>& sms);

}  // namespace heddle::probe
