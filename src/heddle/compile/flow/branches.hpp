// Simplifies the control flow: removes unreachable code and branches to the next instruction, and
// inverts guarded branches around a branch.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void remove_unreachable(Routine& routine);

/// Replaces `@p bra A; bra B; A:` by `@!p bra B; A:`.
void invert_branches(Routine& routine);

/// Removes branches whose target is the next instruction.
void remove_idle_branches(Routine& routine);

}  // namespace heddle::compile
