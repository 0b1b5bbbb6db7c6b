// Proves that values kept in local memory are found where they were stored.
#pragma once

#include <string>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/instruction_flow.hpp"

namespace heddle::compile {

/// Empty if every spilled value has one word of the frame, is stored there wherever it is written,
/// and on no path is stored over by another value between its store and a load; and if all these
/// words lie in the frame, behind what the program has there. Else a sentence about the first
/// fault.
///
/// A value that a path has not written holds nothing there, so that its word may hold anything:
/// compilers leave such values to paths that never read them.
std::string check_spills(const Routine& routine, const InstructionFlow& flow);

}  // namespace heddle::compile
