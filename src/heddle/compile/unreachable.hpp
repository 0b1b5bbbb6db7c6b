// Code that the entry never reaches, and branches to the next instruction.
#pragma once

#include "heddle/compile/routine.hpp"

namespace heddle::compile {

void remove_unreachable(Routine& routine);

/// Branches that go where the code goes anyway.
void remove_idle_branches(Routine& routine);

}  // namespace heddle::compile
