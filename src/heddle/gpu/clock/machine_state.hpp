// Reads the counts of a GPU's units before a cycle, and how full the units' queues are.
#pragma once

#include "heddle/core/sm.hpp"
#include "heddle/memory/interconnect.hpp"
#include "heddle/memory/partition.hpp"
#include "heddle/probe/machine_state.hpp"

namespace heddle::gpu {

probe::MachineState state_of(core::Sm& sm, Cycle at);
probe::MachineState state_of(const memory::Partition& partition, Cycle at);
/// Counts and fill levels of one direction of the interconnect before cycle `at`.
probe::MachineState state_of(const memory::Crossbar<model::MemoryRequest>& requests, Cycle at);
probe::MachineState state_of(const memory::Crossbar<model::MemoryReply>& replies, Cycle at);

}  // namespace heddle::gpu
