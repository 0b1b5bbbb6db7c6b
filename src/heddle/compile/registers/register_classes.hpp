// Registers for values by class: a vector has one register a thread, a scalar one a warp. Both
// classes are coloured apart, by the greedy heuristic of smallest-last order and lowest free place.
//
// Scalars are shared by threads that may be apart. While one path of a divergent branch runs, what
// is live where another path begins waits: it keeps its register, though the running path has no
// use for it (Lucas et al. 2015, section 4.3).
#pragma once

#include <cstdint>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"

namespace heddle::compile {

/// The routine's marks (mark_scalars) say which values are scalar, and which branches keep a warp
/// together. Without marks all are of one class.
Assignment assign_classes(const Routine& webs);

/// Registers a thread that the colouring gives the values of a routine whose rows are registers.
std::uint32_t coloured_registers(Routine routine);

}  // namespace heddle::compile
