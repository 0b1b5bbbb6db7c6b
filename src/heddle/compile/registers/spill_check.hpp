// Proves that spilled values are found in local memory where they were stored.
#pragma once

#include <string>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/instruction_flow.hpp"

namespace heddle::compile {

/// Returns an empty string, or a sentence about the first fault. Three conditions must be true for
/// every spilled value. The value has one word of the frame, after the program's own local memory.
/// It is stored there after each write. On no path does another value overwrite the word between a
/// store of the value and a load.
///
/// On a path that has not written a value, the value has no content, and its word may contain
/// anything. Compilers leave values unwritten on paths that never read them.
std::string check_spills(const Routine& routine, const InstructionFlow& flow);

}  // namespace heddle::compile
