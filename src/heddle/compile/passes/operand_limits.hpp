// Limits the constants of an instruction, since a machine encoding has room for few constants. Most
// encodings have room for one constant (an immediate or a word of a constant bank), and only in
// some operands. The pass moves other constants into registers, once for all instructions of a
// basic block that need the same constant.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void limit_operands(Routine& routine, ConstantPool& constants);

}  // namespace heddle::compile
