// Reorders the instructions of each basic block as NVIDIA's assembler does. Instructions with long
// latency, above all loads, start as early as registers allow, so that a warp rarely waits.
#pragma once

#include "heddle/compile/code/assembler.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// `registers` is the number of live rows from which on the scheduler prefers an order with fewer
/// live rows. `habits` are the habits of the imitated assembler.
void schedule(Routine& routine, std::uint32_t registers, const SchedulerHabits& habits);

}  // namespace heddle::compile
