// A linked program taken apart again: each of its functions as a routine whose rows are the
// registers that it was given. What the analyses start from, so that they see the code that runs,
// whatever passes made it.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// One a function, in the program's order. Instruction i of a routine is the program's at
/// function.entry + i.
std::vector<Routine> routines_of(const isa::Program& program);

}  // namespace heddle::compile
