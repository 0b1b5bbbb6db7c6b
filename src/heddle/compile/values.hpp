// The values that an instruction reads and writes, as numbers: virtual rows first, predicates after
// them. Outgoing rows are no values: they have their places already. Liveness, register assignment
// and dead code are all about these.
#pragma once

#include <cstdint>

#include "heddle/compile/routine.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {

using ValueId = std::uint32_t;

inline ValueId value_count(const Routine& routine) { return routine.rows + routine.predicates; }
inline ValueId predicate_value(const Routine& routine, std::uint32_t predicate) {
  return routine.rows + predicate;
}
inline bool is_outgoing(const isa::Operand& operand) {
  return operand.kind == isa::OperandKind::row && operand.index >= kOutgoing;
}

inline bool writes_outgoing(const isa::Instruction& instruction) {
  for (const isa::Operand& operand : instruction.destinations) {
    if (is_outgoing(operand)) return true;
  }
  return false;
}

/// Calls visit(value) for each value that the instruction reads. A return reads the results.
template <typename Visit>
void for_each_read(const Routine& routine, const isa::Instruction& instruction, Visit&& visit) {
  isa::for_each_source_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
    if (operand.kind != isa::OperandKind::row || is_outgoing(operand)) return;
    for (unsigned i = 0; i < rows; ++i) visit(static_cast<ValueId>(operand.index + i));
  });
  for (const isa::Operand& operand : instruction.sources) {
    if (operand.kind == isa::OperandKind::predicate) {
      visit(predicate_value(routine, operand.index));
    }
  }
  if (is_guarded(instruction)) visit(predicate_value(routine, instruction.guard));
  if (instruction.op == isa::Op::ret) {
    for (std::uint32_t row = 0; row < routine.results; ++row) visit(row);
  }
}

/// Calls visit(value) for each value that the instruction writes.
template <typename Visit>
void for_each_write(const Routine& routine, const isa::Instruction& instruction, Visit&& visit) {
  isa::for_each_destination_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
    if (is_outgoing(operand)) return;
    for (unsigned i = 0; i < rows; ++i) visit(static_cast<ValueId>(operand.index + i));
  });
  for (const isa::Operand& operand : instruction.destinations) {
    if (operand.kind == isa::OperandKind::predicate) {
      visit(predicate_value(routine, operand.index));
    }
  }
}

}  // namespace heddle::compile
