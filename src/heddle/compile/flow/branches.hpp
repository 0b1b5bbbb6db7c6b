// Tidies the control flow: removes unreachable code, branches to the next instruction, and guarded
// branches around a branch.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void remove_unreachable(Routine& routine);

/// `@p bra A; bra B; A:` becomes `@!p bra B; A:`.
void invert_branches(Routine& routine);

/// Removes branches to the instruction that comes next anyway.
void remove_idle_branches(Routine& routine);

}  // namespace heddle::compile
