// loads.csv: what each static load of the kernels did in the L1s, a line a load.
#pragma once

#include <string>
#include <vector>

#include "heddle/observe/loads_profile.hpp"

namespace heddle::sim {

/// The names of the columns; docs/guide/loads.md explains them.
std::string loads_heading();
/// A line for each load of the kernel that the L1 may serve, also of those that never ran.
std::string loads_lines(const observe::KernelLoads& kernel);

/// The kernels of several SMs, added up.
std::vector<observe::KernelLoads> sum_of(
    const std::vector<const std::vector<observe::KernelLoads>*>& sms);

}  // namespace heddle::sim
