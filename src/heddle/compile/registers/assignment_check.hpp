// Proves that a register assignment is correct, or reports its first fault. The check computes
// liveness again for each instruction, without the shortcuts of the pass that made the assignment.
#pragma once

#include <string>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"

namespace heddle::compile {

/// Returns an empty string, or a sentence about the first fault. `routine` is the routine with
/// virtual rows. The assignment must
/// - keep every value until its last read on all paths,
/// - keep pairs and aligned vectors together,
/// - leave incoming rows in their places,
/// - never let an instruction overwrite one half of its own 64-bit sources,
/// - let every spilled value be found where it was stored (check_spills).
///
/// For a routine with scalars there are two more conditions. Instructions that run once for the
/// warp access only scalars, and other instructions write none. On a path of a divergent branch no
/// instruction overwrites a scalar that threads on another path need, or writes a scalar that is
/// live where the paths meet. The check does not prove that a scalar is equal in all threads.
std::string check_assignment(const Routine& routine, const Assignment& assignment);

}  // namespace heddle::compile
