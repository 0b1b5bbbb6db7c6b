// Tidies the control flow: code that the entry never reaches, branches to the next instruction, and
// guarded branches around a branch.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void remove_unreachable(Routine& routine);

/// `@p bra A; bra B; A:` becomes `@!p bra B; A:`.
void invert_branches(Routine& routine);

/// Removes branches that go where the code goes anyway.
void remove_idle_branches(Routine& routine);

}  // namespace heddle::compile
