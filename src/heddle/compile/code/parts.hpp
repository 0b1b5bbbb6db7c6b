// Helpers of passes that replace one instruction by several, its parts.
#pragma once

#include "heddle/compile/code/routine.hpp"
#include "heddle/isa/terms/op.hpp"

namespace heddle::compile {

/// Returns a part with the guard and the line of the whole instruction, without operands and
/// modifiers. The part stands for no PTX instruction.
inline isa::Instruction part_of(const isa::Instruction& whole, isa::Op op) {
  isa::Instruction part = whole;
  part.op = op;
  part.op_class = isa::info(op).op_class;
  part.modifiers = {};
  part.destinations = {};
  part.sources = {};
  part.ptx_instructions = 0;
  return part;
}

/// Adds `rows` register rows to the routine, for a value that one part of the instruction `whole`
/// passes to another part. Returns the first of these rows.
inline isa::Operand rows_between_parts(Routine& routine, const isa::Instruction& whole,
                                       unsigned rows) {
  const isa::Operand first = row_operand(routine.rows);
  for (unsigned i = 0; i < rows; ++i, ++routine.rows) {
    if (is_guarded(whole)) routine.guarded_rows.push_back(routine.rows);
  }
  return first;
}

}  // namespace heddle::compile
