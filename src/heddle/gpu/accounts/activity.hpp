// Converts the counters of a GPU's units to the activity that the energy model takes.
#pragma once

#include "heddle/energy/model.hpp"
#include "heddle/gpu/accounts/counters.hpp"
#include "heddle/gpu/chip/machine.hpp"

namespace heddle::gpu {

/// `scalars`: the part of the kernel's counts for instructions that execute once for all threads of
/// a warp.
energy::Activity activity_of(const core::KernelCounters& counters,
                             const core::ScalarCounters& scalars);
energy::Activity activity_of(const memory::L2Counters& counters);
energy::Activity activity_of(const memory::DramCounters& counters);
energy::Activity activity_of(const model::StallCounters& stalls);
/// Activity of a grid, over all units.
energy::Activity activity_of(const GridCounters& counters);

/// `shape`: the shape that all SMs have.
energy::Model energy_model(const MachineSpec& machine, const policy::Shape& shape);

}  // namespace heddle::gpu
