// Converts the counters of a GPU's units to the event counts (activity) from which the energy model
// computes energy.
#pragma once

#include "heddle/energy/model.hpp"
#include "heddle/gpu/accounts/counters.hpp"
#include "heddle/gpu/chip/machine.hpp"

namespace heddle::gpu {

/// Activity of an SM or of all SMs for a kernel. `scalars`: the part of the kernel's counts that
/// comes from instructions that execute once for all threads of a warp.
energy::Activity activity_of(const core::KernelCounters& counters,
                             const core::ScalarCounters& scalars);
energy::Activity activity_of(const memory::L2Counters& counters);
energy::Activity activity_of(const memory::DramCounters& counters);
energy::Activity activity_of(const model::StallCounters& stalls);
/// Activity of a grid, summed over all units.
energy::Activity activity_of(const GridCounters& counters);

/// Makes the energy model of the machine. `shape`: the shape that all SMs have.
energy::Model energy_model(const MachineSpec& machine, const policy::Shape& shape);

}  // namespace heddle::gpu
