// Assigns registers to values by class. A vector has one register in each thread, and a scalar has
// one register for the warp. Each class is coloured separately by a greedy heuristic: values in
// smallest-last order get the lowest free register.
//
// Threads that have diverged share the scalars. While one path of a divergent branch runs, the
// scalars that are live where another path begins keep their registers, even if the running path
// does not use them (Lucas et al. 2015, section 4.3).
#pragma once

#include <cstdint>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"

namespace heddle::compile {

/// Assigns registers to the webs of a routine. The marks of mark_scalars() tell which values are
/// scalar and which branches are not divergent. Without marks all values are vectors.
Assignment assign_classes(const Routine& webs);

/// Returns the number of registers that a thread needs after graph colouring. `routine` already has
/// assigned registers, and its values are coloured anew.
std::uint32_t coloured_registers(const Routine& routine);

}  // namespace heddle::compile
