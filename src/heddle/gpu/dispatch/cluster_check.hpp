// Whether a machine with its policies can run clusters of blocks.
#pragma once

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/dispatch_boundary.hpp"

namespace heddle::gpu {

/// Throws Error if the machine cannot run the grid's clusters. `most_per_sm`: blocks of the grid
/// that an SM may have at a time.
void check_clusters(const exec::Grid& grid, const Sms& sms, const DispatchBoundary& policies,
                    std::uint64_t most_per_sm);

}  // namespace heddle::gpu
