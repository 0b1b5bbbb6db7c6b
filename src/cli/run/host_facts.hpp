// Measures what a run cost the host.
#pragma once

#include "heddle/sim/records/result_files.hpp"

namespace heddle::cli {

/// Seconds of a clock that never goes back.
double wall_seconds();

/// Sets the times and the peak memory of the child processes that have ended. `began` is the
/// wall_seconds() at which the run began.
void measure_children(sim::HostFacts& host, double began);

}  // namespace heddle::cli
