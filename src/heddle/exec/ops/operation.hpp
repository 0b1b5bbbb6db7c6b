// An instruction's computation as a function over 32 lanes. `bind` chooses the function once, when
// a program is loaded. Running the instruction is a call of the function with pointers to the
// operands' rows. Operations with effects beyond registers and predicates (memory, control flow,
// warp-wide exchange) are not here.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/instruction.hpp"

namespace heddle::exec {

/// An instruction's operands, by position in Instruction::destinations and Instruction::sources.
/// For each operand, only the row or only the predicate is valid, as the operand's kind says. The
/// function reads no other entries.
///
/// A row is 32 words. The high row of a 64-bit pair follows the low row. Rows of the first
/// destination may overlap the rows of sources in any way.
struct Operands {
  std::array<std::uint32_t*, 4> destination;
  std::array<const std::uint32_t*, 5> source;
  std::array<LaneMask*, 4> predicate_destination;
  /// Values of predicate sources, with the operand's negation applied.
  std::array<LaneMask, 5> predicate_source;
  LaneMask mask = 0;  ///< lanes that execute; only these are written
  const isa::Instruction* instruction = nullptr;
};

/// Expects the default floating-point environment: round to nearest, subnormals kept.
using OperationFunction = void (*)(const Operands&);

/// Whether `bind` knows the operation.
bool computes_values(isa::Op op);

/// Returns the function for an instruction. Throws Error for modifiers that are not implemented.
OperationFunction bind(const isa::Instruction& instruction);

}  // namespace heddle::exec
