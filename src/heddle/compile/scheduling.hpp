// Reorders the instructions of each basic block as NVIDIA's assembler does: what takes long to come
// (loads above all) is started as early as registers allow, so that a warp rarely waits.
#pragma once

#include "heddle/compile/routine.hpp"

namespace heddle::compile {

/// Rows that may be live at once before an order is chosen that needs fewer.
inline constexpr std::uint32_t kMostScheduled = 255;

void schedule(Routine& routine, std::uint32_t registers = kMostScheduled);

}  // namespace heddle::compile
