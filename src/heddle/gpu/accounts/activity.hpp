// The counters of a GPU's units as the energy model wants them.
#pragma once

#include "heddle/energy/model.hpp"
#include "heddle/gpu/accounts/counters.hpp"
#include "heddle/gpu/chip/machine.hpp"

namespace heddle::gpu {

/// `scalars`: the part of the kernel's that was executed once for all threads.
energy::Activity activity_of(const core::KernelCounters& counters,
                             const core::ScalarCounters& scalars);
energy::Activity activity_of(const memory::L2Counters& counters);
energy::Activity activity_of(const memory::DramCounters& counters);
energy::Activity activity_of(const model::StallCounters& stalls);
/// Of a grid, all units together.
energy::Activity activity_of(const GridCounters& counters);

/// `shape`: of all SMs.
energy::Model energy_model(const MachineSpec& machine, const policy::Shape& shape);

}  // namespace heddle::gpu
