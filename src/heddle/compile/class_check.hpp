// Proves an assignment of registers by class, or says what is wrong with it. Works an instruction
// at a time, without the flow graph and the interference of the pass that it checks.
#pragma once

#include <string>

#include "heddle/compile/register_classes.hpp"

namespace heddle::compile {

/// Empty if no value is written over while a thread still needs it: neither one on the same path
/// nor, of scalars, one that waits where another path of a divergent branch begins; if pairs are on
/// even places; if nothing that is a vector writes a scalar; and if scalars that a divergent path
/// writes are dead where the paths meet. Else a sentence about the first fault.
std::string check_classes(const Routine& webs, const Uniformity& uniformity,
                          const ClassAssignment& assignment);

}  // namespace heddle::compile
