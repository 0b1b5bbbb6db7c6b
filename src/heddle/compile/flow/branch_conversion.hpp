// Replaces a short branch around a few instructions by guards on these instructions. In lanes that
// would have taken the branch, the guarded instructions then have no effect.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// The most instructions that are guarded in place of a branch. A branch costs a warp several issue
/// slots: one for the branch itself, and others until the next instruction has been fetched. In a
/// warp that does not diverge, each guarded instruction costs one slot. ptxas converts bodies of at
/// most seven instructions.
inline constexpr std::uint32_t kMostGuarded = 7;

void convert_branches(Routine& routine);

}  // namespace heddle::compile
