// Reorders the instructions of each basic block as NVIDIA's assembler does: what takes long to come
// (loads above all) is started as early as registers allow, so that a warp rarely waits.
#pragma once

#include "heddle/compile/code/assembler.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// `registers`: rows that may be live at once before an order is chosen that needs fewer.
void schedule(Routine& routine, std::uint32_t registers, const SchedulingPace& pace);

}  // namespace heddle::compile
