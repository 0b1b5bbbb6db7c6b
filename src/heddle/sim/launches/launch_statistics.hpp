// The statistics of a launch by name.
#pragma once

#include <vector>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/exec/functional_run.hpp"
#include "heddle/exec/step/scalar_check.hpp"
#include "heddle/gpu/accounts/counters.hpp"

namespace heddle::sim {

std::vector<Statistic> statistics_of(const gpu::GridCounters& counters);
std::vector<Statistic> statistics_of(const gpu::SmCounters& counters);
std::vector<Statistic> statistics_of(const exec::FunctionalCounts& counts);
std::vector<Statistic> statistics_of(const exec::AnnotationCounts& counts);

/// Returns all statistics with value zero, as `heddle list statistics` shows them.
std::vector<Statistic> all_statistics();

}  // namespace heddle::sim
