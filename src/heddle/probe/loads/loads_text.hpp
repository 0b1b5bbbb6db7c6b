// The text of loads.csv: one line per static load, with its behaviour in the L1 caches.
#pragma once

#include <string>
#include <vector>

#include "heddle/probe/loads/loads_profile.hpp"

namespace heddle::probe {

/// Returns the line with the names of the columns. docs/guide/loads.md explains the columns.
std::string loads_heading();
/// Returns one line for each load of the kernel that the L1 may serve, including loads that never
/// executed.
std::string loads_lines(const KernelLoads& kernel);

/// Returns the sums over the SMs, by kernel.
std::vector<KernelLoads> sum_of(const std::vector<const std::vector<KernelLoads>*>& sms);

}  // namespace heddle::probe
