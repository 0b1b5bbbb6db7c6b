// Replaces a short branch around a few instructions by guards on these instructions. Lanes that
// would have taken the branch then pass the instructions without effect.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Cost rule: at most this many instructions are guarded. A branch costs a warp a handful of issue
/// slots: its own, and those lost in the pipeline until the next fetch. In a warp that does not
/// diverge, each guarded instruction costs one slot. ptxas was seen to convert bodies of up to
/// seven instructions.
inline constexpr std::uint32_t kMostGuarded = 7;

void convert_branches(Routine& routine);

}  // namespace heddle::compile
