// One instruction: guard, opcode with modifiers, operands, and the checks that need no knowledge of
// the opcode's work.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Parses "@%p1 ld.global.u32 %r1, [%rd1+4];" and appends it to the body.
void parse_instruction(FunctionState& state);

}  // namespace heddle::ptx
