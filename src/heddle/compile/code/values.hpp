// Numbers for the values that an instruction reads and writes. The virtual rows have the first
// numbers, and the predicates have the next numbers. Outgoing rows are not values, since their
// registers are fixed. Liveness, register assignment and dead code elimination work on these
// numbers.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/compile/code/routine.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {

using ValueId = std::uint32_t;

inline ValueId value_count(const Routine& routine) { return routine.rows + routine.predicates; }
inline ValueId predicate_value(const Routine& routine, std::uint32_t predicate) {
  return routine.rows + predicate;
}
inline bool is_scalar(const Routine& routine, ValueId value) {
  const bool is_row = value < routine.rows;
  const std::vector<bool>& scalars = is_row ? routine.scalars.rows : routine.scalars.predicates;
  const ValueId at = is_row ? value : value - routine.rows;
  return at < scalars.size() && scalars[at];
}
/// True if some values are scalars, which have one register for the warp.
inline bool has_classes(const Routine& routine) {
  return !routine.scalars.rows.empty() || !routine.scalars.predicates.empty();
}
/// Returns the number of scalar rows of a frame. scalar_predicates() returns the number of scalar
/// predicates.
inline std::uint32_t scalar_rows(const Routine& routine) {
  return static_cast<std::uint32_t>(std::ranges::count(routine.scalars.rows, true));
}
inline std::uint32_t scalar_predicates(const Routine& routine) {
  return static_cast<std::uint32_t>(std::ranges::count(routine.scalars.predicates, true));
}
inline bool is_outgoing(const isa::Operand& operand) {
  return operand.kind == isa::OperandKind::row && operand.index >= kOutgoing;
}

inline bool reads_outgoing(const isa::Instruction& instruction) {
  return std::ranges::any_of(instruction.sources, is_outgoing);
}
inline bool writes_outgoing(const isa::Instruction& instruction) {
  for (const isa::Operand& operand : instruction.destinations) {
    if (is_outgoing(operand)) return true;
  }
  return false;
}

/// Calls visit(value) for each value that the instruction reads. A return reads the function's
/// results.
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
