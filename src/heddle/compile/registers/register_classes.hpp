// Registers for values by class: a vector has one register in each thread, a scalar has one for the
// warp. Each class is coloured separately by a greedy heuristic: smallest-last order and the lowest
// free place.
//
// Threads that are apart share the scalars. While one path of a divergent branch runs, the scalars
// that are live where another path begins keep their registers, although the running path does not
// use them (Lucas et al. 2015, section 4.3).
#pragma once

#include <cstdint>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"

namespace heddle::compile {

/// Assigns registers to the webs of a routine. The routine's marks (mark_scalars) say which values
/// are scalar and which branches keep a warp together. Without marks all values are vectors.
Assignment assign_classes(const Routine& webs);

/// Returns the registers that a thread needs after colouring the values of a routine whose
/// registers are already assigned.
std::uint32_t coloured_registers(Routine routine);

}  // namespace heddle::compile
