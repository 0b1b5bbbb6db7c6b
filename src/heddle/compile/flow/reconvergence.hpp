// Finds the instruction at which the paths of a divergent branch meet again: the first instruction
// of the immediate post-dominator of the branch's block.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Sets Instruction::reconvergence of every branch. The value is kNoPc if the paths meet only at
/// the end of the function.
void mark_reconvergence(Routine& routine);

}  // namespace heddle::compile
