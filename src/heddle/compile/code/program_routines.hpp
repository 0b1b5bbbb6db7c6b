// Splits a linked program into routines, one for each function. The rows of such a routine are the
// assigned registers. The analyses start from these routines, so they always see the code that
// runs.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// Returns one routine for each function, in the program's order. Instruction i of a routine is
/// instruction function.entry + i of the program.
std::vector<Routine> routines_of(const isa::Program& program);

}  // namespace heddle::compile
