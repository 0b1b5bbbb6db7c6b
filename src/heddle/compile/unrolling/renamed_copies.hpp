// Appends copies of straight-line code to it. Each copy writes to registers of its own, so that it
// does not have to wait until the previous copy has read its values. Values that are read after the
// last copy end in their original registers.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// The instructions at `sequence`, in this order, with renamed registers. Adds the new registers to
/// the routine.
std::vector<isa::Instruction> renamed_copies(Routine& routine, const std::vector<Pc>& sequence);

}  // namespace heddle::compile
