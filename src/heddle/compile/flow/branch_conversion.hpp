// Turns a short branch around a few instructions into guards: lanes that would have branched pass
// them without effect, as the branch would have let them.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// The cost rule: at most this many instructions are guarded. A branch costs a warp a handful of
/// issue slots (its own, and what the pipeline loses until the next fetch), and a warp that does
/// not diverge passes the guarded instructions at one slot each; ptxas was seen to convert bodies
/// of up to seven.
inline constexpr std::uint32_t kMostGuarded = 7;

void convert_branches(Routine& routine);

}  // namespace heddle::compile
