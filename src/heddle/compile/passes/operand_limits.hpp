// Limits the constants of an instruction to those that a machine encoding has room for: one
// constant (an immediate or a word of a constant bank), and only in some operands. Other constants
// are first moved into a register, once for all instructions of a basic block that need them.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void limit_operands(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
