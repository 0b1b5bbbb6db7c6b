// What an encoding has room for: an instruction of the machine names one constant, be it an
// immediate or a word of a constant bank, and only in some of its operands. What does not fit is
// moved into a register first, once for all instructions of a basic block that need it.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void limit_operands(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
