#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"

namespace heddle::compile {

using isa::Op;
using isa::Operand;

void lower_branch(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch&) {
  expect_operands(builder, instruction, 1, 1);
  const ptx::Operand& label = instruction.operands[0];
  if (label.kind != ptx::OperandKind::label) builder.refuse(label.place, "expected a label");
  isa::Instruction& branch = builder.emit(Op::bra, {}, {});
  branch.target = label.index;
  branch.uniform_branch = instruction.has("uni");
}

void lower_branch_by_index(Builder& builder, const ptx::Instruction& instruction,
                           const isa::OpMatch&) {
  expect_operands(builder, instruction, 2, 2);
  const ptx::Operand& list = instruction.operands[1];
  if (list.kind != ptx::OperandKind::targets ||
      builder.function().target_lists[list.index].is_call) {
    builder.refuse(list.place, "expected a list of branch targets");
  }
  const std::vector<std::uint32_t>& labels = builder.function().target_lists[list.index].targets;
  if (labels.empty()) builder.refuse(list.place, "the list of branch targets is empty");
  const Operand index = builder.source(instruction.operands[0], 1, isa::Type::u32);
  isa::Instruction& branch = builder.emit(Op::brx_idx, {}, {index});
  branch.table = static_cast<std::uint32_t>(builder.routine().branch_tables.size());
  branch.uniform_branch = instruction.has("uni");
  builder.routine().branch_tables.push_back(labels);
}

/// The operands of bar.red in the PTX text are "d, a{, b}, {!}c": result, barrier, number of
/// threads, predicate.
void lower_barrier_reduction(Builder& builder, const ptx::Instruction& instruction,
                             const isa::OpMatch& match) {
  expect_operands(builder, instruction, 3, 4);
  const std::vector<ptx::Operand>& operands = instruction.operands;
  const Operand to = match.op == Op::bar_red_pred ? builder.predicate_destination(operands[0])
                                                  : builder.destination(operands[0], 1);
  const Operand barrier = builder.source(operands[1], 1, isa::Type::u32);
  const Operand threads =
      operands.size() == 4 ? builder.source(operands[2], 1, isa::Type::u32) : Operand{};
  const Operand vote = builder.predicate_source(operands.back());
  builder.emit(match.op, {to}, {barrier, threads, vote}).modifiers = match.modifiers;
}

}  // namespace heddle::compile
