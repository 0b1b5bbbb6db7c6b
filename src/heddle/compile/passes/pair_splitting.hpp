// Splits 64-bit logic operations, and shifts by 32 bits or more, into one operation for each half,
// as in hardware. Later passes then remove halves that are constant or only moved.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void split_pairs(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
