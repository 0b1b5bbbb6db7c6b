// Proves a register assignment, or says what is wrong with it. Liveness is computed anew here, an
// instruction at a time and without the shortcuts of the pass that it checks.
#pragma once

#include <string>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"

namespace heddle::compile {

/// Empty if the assignment keeps every value until its last read on all paths, keeps pairs and
/// aligned vectors together, leaves incoming rows where they are and never lets an instruction
/// write over a half of its own 64-bit sources, and if every value kept in local memory is found
/// where it was stored; else a sentence about the first fault. `routine` is the one with virtual
/// rows.
///
/// Where the routine has scalars, also: instructions that run once a warp touch scalars alone, and
/// no others write them; on the paths of a divergent branch no scalar is written over that threads
/// on another path wait for, and none is written that is needed where the paths meet. Whether
/// scalars agree in all threads is nothing that an assignment decides.
std::string check_assignment(const Routine& routine, const Assignment& assignment);

}  // namespace heddle::compile
