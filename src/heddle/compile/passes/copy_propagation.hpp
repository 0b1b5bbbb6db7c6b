// Replaces reads of a copy by reads of the original, which is another row, a constant or a negated
// predicate. The dead-code pass then removes the moves.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void propagate_copies(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
