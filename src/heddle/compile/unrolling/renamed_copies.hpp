// Makes copies of straight-line code with renamed registers. Each write of a register except the
// last one gets a new register, so that a copy does not have to wait until the previous copy has
// read the old value. The last write keeps the original register, so that later code finds the
// value.
#pragma once

#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Returns copies of the instructions at the places in `sequence`, in this order. Adds the new
/// registers to the routine.
std::vector<isa::Instruction> renamed_copies(Routine& routine, const std::vector<Pc>& sequence);

}  // namespace heddle::compile
