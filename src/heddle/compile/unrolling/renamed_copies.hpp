// Straight code put behind itself, each time with registers of its own for what it writes, so that
// a copy does not have to wait until the one before has read its values. What is read behind the
// last copy has the registers that it had.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// The instructions at `sequence`, in this order, renamed. The routine gets the new registers.
std::vector<isa::Instruction> renamed_copies(Routine& routine, const std::vector<Pc>& sequence);

}  // namespace heddle::compile
