// Reads of what a move copied become reads of the original: of another row, of a constant, of a
// negated predicate. The moves themselves are left to dead code.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void propagate_copies(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
