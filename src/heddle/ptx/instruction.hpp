// Parses one instruction: its guard, its opcode with modifiers, and its operands. Makes only those
// checks that do not depend on the meaning of the opcode.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Parses an instruction such as "@%p1 ld.global.u32 %r1, [%rd1+4];" and appends it to the body.
void parse_instruction(FunctionState& state);

}  // namespace heddle::ptx
