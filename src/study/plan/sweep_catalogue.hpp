// The workloads that a sweep may name. A sweep of the user's own programs needs none, and its
// programs may be called as workloads are.
#pragma once

#include "study/catalogue/catalogue.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

/// Empty for a sweep that names no workload and no study. Throws Error if there is no folder of
/// workloads, and for what is wrong in it.
Catalogue catalogue_of(const SweepFile& sweep);

}  // namespace heddle::study
