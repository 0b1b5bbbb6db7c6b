#include "heddle/exec/step.hpp"

#include <bit>

#include "heddle/exec/step_context.hpp"

namespace heddle::exec {
namespace {

/// Predicates, and rows beyond those that every instruction has resolved.
void resolve_other_operands(const StepContext& context, Operands& operands) {
  const isa::Instruction& instruction = context.instruction;
  for (unsigned i = 0; i < instruction.destinations.size(); ++i) {
    const isa::Operand operand = instruction.destinations[i];
    operands.destination[i] = context.destination(i);
    if (operand.kind == isa::OperandKind::predicate)
      operands.predicate_destination[i] = &context.predicates[operand.index];
  }
  for (unsigned i = 0; i < instruction.sources.size(); ++i) {
    operands.source[i] = context.source(i);
    operands.predicate_source[i] = context.predicate_source(i);
  }
}

LaneMask active_lanes(const Warp& warp, PartMask parts) {
  LaneMask lanes = 0;
  for (unsigned left = parts; left != 0; left &= left - 1)
    lanes |= warp.active(static_cast<unsigned>(std::countr_zero(left)));
  return lanes;
}

/// Calls the function of an instruction that computes values. `operands` has what is no row of
/// `rows`, the frame's, or of the grid's constants.
void compute_rows(const ExecutableInstruction& executable, Row* rows, const Grid& grid,
                  Operands& operands) {
  // Rows of constants are only read: an operation writes destinations, which are registers.
  std::byte* const base[2] = {
      reinterpret_cast<std::byte*>(rows),
      const_cast<std::byte*>(reinterpret_cast<const std::byte*>(grid.constants.data()))};
  const auto row_at = [&base](RowSlot slot) {
    return reinterpret_cast<std::uint32_t*>(base[slot.base] + slot.offset);
  };
  operands.instruction = executable.instruction;
  operands.destination[0] = row_at(executable.destination);
  for (unsigned i = 0; i < executable.source.size(); ++i)
    operands.source[i] = row_at(executable.source[i]);
  executable.function(operands);
}

}  // namespace

void compute(const StepContext& context) {
  Operands operands;
  operands.mask = context.mask;
  if (context.executable.other_operands) resolve_other_operands(context, operands);
  compute_rows(context.executable, context.rows, context.grid, operands);
}

LaneMask guard_mask(const StepContext& context, LaneMask active) {
  const isa::Instruction& instruction = context.instruction;
  const LaneMask guard = context.predicates[instruction.guard];
  return active & (instruction.guard_negated ? ~guard : guard);
}

void advance(Warp& warp, PartMask parts) {
  for (unsigned left = parts; left != 0; left &= left - 1)
    warp.parts[static_cast<unsigned>(std::countr_zero(left))].advance();
}

void step(Warp& warp, const StepEnvironment& environment, Step& result, PartMask parts) {
  const auto first = static_cast<unsigned>(std::countr_zero(parts));
  const StackEntry& path = warp.path(first);
  const Grid& grid = *warp.block->grid;
  const ExecutableInstruction& executable = grid.executable->code[path.pc];
  result.kind = StepKind::plain;
  result.diverged = false;
  result.wrote = false;
  result.parts = parts;
  result.pc = path.pc;
  result.row_base = path.row_base;
  if (executable.only_rows && std::has_single_bit(parts)) {
    result.active = result.executed = path.lanes;
    Operands operands;
    operands.mask = path.lanes;
    compute_rows(executable, warp.rows.data() + path.row_base, grid, operands);
    return warp.parts[first].advance();
  }
  result.active = active_lanes(warp, parts);
  StepContext context{.warp = warp,
                      .parts = parts,
                      .path = path,
                      .grid = grid,
                      .environment = environment,
                      .executable = executable,
                      .instruction = *executable.instruction,
                      .rows = warp.rows.data() + path.row_base,
                      .predicates = warp.predicates.data() + path.predicate_base,
                      .mask = result.active,
                      .result = result};
  if (!executable.unguarded) context.mask = guard_mask(context, result.active);
  result.executed = context.mask;
  if (context.mask == 0) return advance(warp, parts);
  if (executable.function != nullptr) {
    compute(context);
    return advance(warp, parts);
  }
  executable.handler(context);
  if (!executable.moves_stack) advance(warp, parts);
}

}  // namespace heddle::exec
