// What the units of a GPU have counted before a cycle, and how full they are.
#pragma once

#include "heddle/core/sm.hpp"
#include "heddle/memory/partition.hpp"
#include "heddle/probe/machine_state.hpp"

namespace heddle::gpu {

probe::MachineState state_of(core::Sm& sm, Cycle at);
probe::MachineState state_of(const memory::Partition& partition, Cycle at);

}  // namespace heddle::gpu
