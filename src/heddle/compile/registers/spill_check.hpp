// Proves that every load of a spilled value finds the value in local memory.
#pragma once

#include <string>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/instruction_flow.hpp"

namespace heddle::compile {

/// Returns an empty string, or a sentence about the first fault. Three conditions must be true for
/// every spilled value. The value has one word of the frame, after the program's own local memory.
/// After each write of the value, the value is stored in this word. On no path does another value
/// overwrite the word between a store and a load of the value.
///
/// On a path that has not written a value, the value's word may have any content. Compilers leave
/// values unwritten on paths that never use them.
std::string check_spills(const Routine& routine, const InstructionFlow& flow);

}  // namespace heddle::compile
