// The gates of this room, by kind of instruction.
#pragma once

#include "heddle/exec/step/gate.hpp"

namespace heddle::exec {

// A gate asks whether the executing path may execute its instruction now. If so, the context has
// the lanes that execute it together. If not, the stack has another path on top.

/// The gate of warp-wide instructions: they execute when all lanes have come that their member
/// masks name.
bool pass_meeting(StepContext& context);
/// The gate of barriers of the block: a warp arrives when all its lanes that have not ended have
/// come to the barrier.
bool pass_barrier(StepContext& context);

}  // namespace heddle::exec
