// What the operands of an instruction occupy: the signature of its op table row, parsed, and with
// it the rows that each destination and source covers. The scoreboard, listings and every compiler
// pass ask here.
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
  carry,           ///< a predicate that PTX does not write: the carry flag
  vector,          ///< this operand and all after it: elements of Modifiers::type
  element,         ///< one element of Modifiers::type
  source_element,  ///< one element of Modifiers::source
  address,
};

/// Shapes by position; what goes into Modifiers::immediate or `target` has none.
struct Signature {
  std::array<OperandShape, 4> destinations{};
  std::array<OperandShape, 5> sources{};
  bool special = false;   ///< operands beyond these, or other ones: said beside the row
  bool replaced = false;  ///< "-": never part of a program
};

const Signature& signature_of(Op op);

/// Rows of 32 bits that an address of a space takes in PTX.
constexpr unsigned address_rows(Space space) {
  return space == Space::shared || space == Space::local || space == Space::param ? 1 : 2;
}
/// Those that an access's own address takes.
constexpr unsigned address_rows(const Modifiers& modifiers) {
  return modifiers.short_address ? 1 : address_rows(modifiers.space);
}

/// Rows that a destination or source covers, from its index on: 1 or 2; 0 for absent ones and for
/// predicates.
unsigned destination_rows(const Instruction& instruction, unsigned position);
unsigned source_rows(const Instruction& instruction, unsigned position);

/// Whether a 64-bit result shares a row with a source of the instruction without being the same
/// pair, so that writing one half could spoil the other before it is read. Such instructions are
/// not allowed in a program.
bool result_overlaps(const Instruction& instruction, const Operand& source, unsigned rows);

/// Calls visit(operand, rows) for each destination / source that is a row or a constant.
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
