// After which instructions a block of a launch cannot be discarded and run again from its start:
// as the program's annotations say, with the pointers that this launch has.
#pragma once

#include <vector>

#include "heddle/exec/step/grid.hpp"
#include "heddle/isa/offences.hpp"

namespace heddle::exec {

/// Sorted by pc. Two pointers lead to the same object if they point into one allocation. The
/// program has annotations.
std::vector<isa::Offence> find_offences(const Grid& grid);

}  // namespace heddle::exec
