// The values that results give for a launch, under their names.
#pragma once

#include <vector>

#include "heddle/base/statistic.hpp"
#include "heddle/exec/functional_run.hpp"
#include "heddle/exec/scalar_check.hpp"
#include "heddle/gpu/counters.hpp"

namespace heddle::sim {

std::vector<Statistic> statistics_of(const gpu::GridCounters& counters);
std::vector<Statistic> statistics_of(const gpu::SmCounters& counters);
std::vector<Statistic> statistics_of(const exec::FunctionalCounts& counts);
std::vector<Statistic> statistics_of(const exec::AnnotationCounts& counts);

/// Every value that there is, all zero: what `heddle list statistics` shows.
std::vector<Statistic> all_statistics();

}  // namespace heddle::sim
