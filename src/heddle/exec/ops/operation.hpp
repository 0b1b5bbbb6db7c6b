// What an instruction computes, as a function over 32 lanes. `bind` chooses it once, when a program
// is loaded; running it is a call with the operands resolved to rows. Operations with effects
// beyond registers and predicates (memory, control, warp-wide exchange) are not here.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/instruction.hpp"

namespace heddle::exec {

/// An instruction's operands, by position in Instruction::destinations and Instruction::sources. A
/// position holds a row or a predicate, as the operand's kind says; the other entry, and entries of
/// operands that the instruction lacks, are not read.
///
/// A row is 32 words; the high row of a 64-bit pair follows its low row. Rows of the first
/// destination may be rows of sources, in any overlap.
struct Operands {
  std::array<std::uint32_t*, 4> destination;
  std::array<const std::uint32_t*, 5> source;
  std::array<LaneMask*, 4> predicate_destination;
  std::array<LaneMask, 5> predicate_source;  ///< values, with the operand's negation applied
  LaneMask mask = 0;                         ///< lanes that execute; no others are written
  const isa::Instruction* instruction = nullptr;
};

/// Expects the default floating-point environment: round to nearest, subnormals kept.
using OperationFunction = void (*)(const Operands&);

/// Whether `bind` knows the operation.
bool computes_values(isa::Op op);

/// The function for an instruction. Throws Error for modifiers that it does not implement.
OperationFunction bind(const isa::Instruction& instruction);

}  // namespace heddle::exec
