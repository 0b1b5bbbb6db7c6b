// The register rows that the operands of an instruction cover, from the parsed signature in the op
// table. The scoreboard, the listings and every compiler pass call these functions.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/isa/instruction.hpp"

namespace heddle::isa {

enum class OperandShape : std::uint8_t {
  none,
  row,
  pair,
  predicate,
  carry,           ///< carry flag: a predicate that PTX does not name
  vector,          ///< this operand and all later operands are elements of the type Modifiers::type
  element,         ///< one element of the type Modifiers::type
  source_element,  ///< one element of the type Modifiers::source
  address,
  fragment_a,  ///< registers of a matrix's fragment
  fragment_b,
  fragment_c,
  fragment_d,
  elements,     ///< Modifiers::vector elements of the type Modifiers::type
  accumulator,  ///< a warp's fragment of D in a product of a warpgroup
};

/// Shapes of an operation's operands, by position. An operand that goes into Modifiers::immediate
/// or Instruction::target has no shape.
struct Signature {
  std::array<OperandShape, 4> destinations{};
  std::array<OperandShape, 5> sources{};
  bool special = false;  ///< the signature has `*`: a comment beside the row describes the operands
  bool replaced = false;  ///< signature "-": no program contains the operation
};

const Signature& signature_of(Op op);

/// Number of register rows that an address in this space takes in PTX.
constexpr unsigned address_rows(Space space) {
  return space == Space::shared || space == Space::local || space == Space::param ? 1 : 2;
}
/// Number of register rows that the address of a memory access takes.
constexpr unsigned address_rows(const Modifiers& modifiers) {
  return modifiers.short_address ? 1 : address_rows(modifiers.space);
}

/// Number of rows that a destination or source covers, starting at the operand's index: 1 or 2, or
/// up to 128 for a fragment. 0 if the operand is absent or a predicate.
unsigned destination_rows(const Instruction& instruction, unsigned position);
unsigned source_rows(const Instruction& instruction, unsigned position);

/// Returns true if a 64-bit result shares one row with a source of the instruction but is not the
/// source's pair. Writing one half of the result could then destroy the other half before it is
/// read. No program may contain such an instruction.
bool result_overlaps(const Instruction& instruction, const Operand& source, unsigned rows);

/// Calls visit(operand, rows) for each destination or source that is a register row or a constant.
template <typename InstructionType, typename Visit>
void for_each_destination_row(InstructionType& instruction, Visit&& visit) {
  for (unsigned i = 0; i < instruction.destinations.size(); ++i) {
    if (const unsigned rows = destination_rows(instruction, i)) {
      visit(instruction.destinations[i], rows);
    }
  }
}
template <typename InstructionType, typename Visit>
void for_each_source_row(InstructionType& instruction, Visit&& visit) {
  for (unsigned i = 0; i < instruction.sources.size(); ++i) {
    if (const unsigned rows = source_rows(instruction, i)) visit(instruction.sources[i], rows);
  }
}

}  // namespace heddle::isa
