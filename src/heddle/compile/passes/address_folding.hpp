// Declares two passes. The first moves the addition of a constant into the offset of the accesses
// that use the sum as an address. The second computes arithmetic on constants at compile time.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Replaces integer arithmetic on immediates by a move of the result. Also replaces the addition of
/// an immediate to the address of a variable.
void fold_constants(Routine& routine, ConstantPool& constants);

void fold_addresses(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
