#pragma once

#include "heddle/isa/instruction.hpp"

namespace heddle::isa {

inline Operand row(std::uint32_t index) { return {OperandKind::row, false, index}; }

}  // namespace heddle::isa
