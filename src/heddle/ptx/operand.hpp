// Operands of instructions, with their names resolved.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Parses the next operand of `instruction`, whose opcode, modifiers and earlier operands are there
/// already.
Operand parse_operand(FunctionState& state, const Instruction& instruction);

}  // namespace heddle::ptx
