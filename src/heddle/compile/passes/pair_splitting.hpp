// Splits 64-bit logic, and shifts by a word or more, into one operation for each half, as in
// hardware. Halves that are constant or only moved then fold away.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void split_pairs(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
