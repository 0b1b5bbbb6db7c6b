#include "heddle/exec/step.hpp"

#include <bit>

#include "heddle/exec/step_context.hpp"

namespace heddle::exec {
namespace {

/// Bytes from one of a warp's two bases to a row.
std::uint32_t* row_at(std::byte* const (&base)[2], RowSlot slot) {
  return reinterpret_cast<std::uint32_t*>(base[slot.base] + slot.offset);
}

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

}  // namespace

void compute(const StepContext& context) {
  const ExecutableInstruction& executable = context.executable;
  // Rows of constants are only read: an operation writes destinations, which are registers.
  std::byte* const base[2] = {
      reinterpret_cast<std::byte*>(context.rows),
      const_cast<std::byte*>(reinterpret_cast<const std::byte*>(context.grid.constants.data()))};
  Operands operands;
  operands.mask = context.mask;
  operands.instruction = &context.instruction;
  operands.destination[0] = row_at(base, executable.destination);
  for (unsigned i = 0; i < executable.source.size(); ++i)
    operands.source[i] = row_at(base, executable.source[i]);
  if (executable.other_operands) resolve_other_operands(context, operands);
  executable.function(operands);
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
  const StackEntry& path = warp.path(static_cast<unsigned>(std::countr_zero(parts)));
  const Grid& grid = *warp.block->grid;
  const ExecutableInstruction& executable = grid.executable->code[path.pc];
  result.kind = StepKind::plain;
  result.diverged = false;
  result.wrote = false;
  result.parts = parts;
  result.pc = path.pc;
  result.row_base = path.row_base;
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
