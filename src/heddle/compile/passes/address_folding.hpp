// Additions of constants move into the offset of the accesses that use the sum as an address, and
// arithmetic on constants alone is done here.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Replaces integer arithmetic whose sources are all immediates by a move of the result, and
/// additions of an immediate to the address of a variable likewise.
void fold_constants(Routine& routine, ConstantPool& constants);

void fold_addresses(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
