// Parses operands of instructions and resolves their names.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Parses the next operand of `instruction`. Its opcode, modifiers and earlier operands are parsed
/// already.
Operand parse_operand(FunctionState& state, const Instruction& instruction);

}  // namespace heddle::ptx
