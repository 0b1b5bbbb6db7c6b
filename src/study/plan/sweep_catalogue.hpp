// The catalogue for a sweep. A sweep of the user's own programs needs no catalogue, and its
// programs may then have names of workloads.
#pragma once

#include "study/catalogue/catalogue.hpp"
#include "study/plan/sweep_file.hpp"

namespace heddle::study {

/// Reads the catalogue; empty if the sweep names no workload and no study. Throws Error if there is
/// no folder of workloads, and for a mistake in it.
Catalogue catalogue_of(const SweepFile& sweep);

}  // namespace heddle::study
