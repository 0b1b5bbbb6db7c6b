// Parses the operands of instructions and resolves the names in the operands.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Parses the next operand of `instruction`, which already contains the opcode, the modifiers and
/// the earlier operands.
Operand parse_operand(FunctionState& state, const Instruction& instruction);

}  // namespace heddle::ptx
