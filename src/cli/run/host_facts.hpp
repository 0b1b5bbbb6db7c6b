// What a run cost the host.
#pragma once

#include "heddle/sim/records/result_files.hpp"

namespace heddle::cli {

/// Of a clock that only goes on.
double wall_seconds();

/// Sets the times and the memory of the processes that have ended, since `began`, a wall_seconds().
void measure_children(sim::HostFacts& host, double began);

}  // namespace heddle::cli
