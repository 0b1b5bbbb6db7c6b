// Finds the instructions after which a block of a launch cannot be discarded and run again from the
// start. The program's annotations name the accesses; the launch gives the values of the pointers.
#pragma once

#include <vector>

#include "heddle/exec/step/grid.hpp"
#include "heddle/isa/offences.hpp"

namespace heddle::exec {

/// Returns the offences, which are the instructions that prevent a second run, sorted by pc. Two
/// pointers lead to the same object if they point into one allocation. The program must have
/// annotations.
std::vector<isa::Offence> find_offences(const Grid& grid);

}  // namespace heddle::exec
