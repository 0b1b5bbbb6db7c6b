// The counters of a GPU's units as the energy model wants them.
#pragma once

#include "heddle/energy/model.hpp"
#include "heddle/gpu/counters.hpp"
#include "heddle/gpu/machine.hpp"

namespace heddle::gpu {

energy::Activity activity_of(const core::KernelCounters& counters);
energy::Activity activity_of(const memory::L2Counters& counters);
energy::Activity activity_of(const memory::DramCounters& counters);
energy::Activity activity_of(const model::StallCounters& stalls);
/// Of a grid, all units together.
energy::Activity activity_of(const GridCounters& counters);

/// `slots`: scheduler slots of an SM.
energy::Model energy_model(const MachineSpec& machine, std::uint32_t slots);

}  // namespace heddle::gpu
