#include "heddle/exec/step/step.hpp"

#include <bit>

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {
namespace {

/// Finds the values of predicates, and the rows that ExecutableInstruction does not describe.
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

/// Calls the function of an instruction that computes values. The rows are in the frame (`rows`) or
/// in the grid's constants; `operands` has all other operands.
void compute_rows(const ExecutableInstruction& executable, Row* rows, const Block& block,
                  Operands& operands) {
  // Rows of constants are only read. An operation writes only destinations, which are registers.
  std::byte* const base[2] = {
      reinterpret_cast<std::byte*>(rows),
      const_cast<std::byte*>(reinterpret_cast<const std::byte*>(block.constants))};
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
  compute_rows(context.executable, context.rows, *context.warp.block, operands);
}

LaneMask guard_mask(const StepContext& context, LaneMask active) {
  const isa::Instruction& instruction = context.instruction;
  const LaneMask guard = context.predicates[instruction.guard];
  return active & (instruction.guard_negated ? ~guard : guard);
}

namespace {

/// Sets the members of the result that are known before the instruction executes. Does not set the
/// lanes, the barrier, the access and the outcome.
void begin(Step& result, const StackEntry& path, PartMask parts) {
  result.kind = StepKind::plain;
  result.diverged = false;
  result.wrote = false;
  result.parts = parts;
  result.pc = path.pc;
  result.row_base = path.row_base;
}

void execute_only_rows(Warp& warp, const StackEntry& path, LaneMask lanes,
                       const ExecutableInstruction& executable, Step& result) {
  result.active = result.executed = lanes;
  Operands operands;
  operands.mask = lanes;
  compute_rows(executable, warp.rows.data() + path.row_base, *warp.block, operands);
}

/// Executes the instruction for the lanes of result.active. Returns true if result.outcome says
/// where these lanes continue, and false if they all continue at the next instruction.
bool execute_guarded(Warp& warp, const StackEntry& path, const Grid& grid,
                     const StepEnvironment& environment, const ExecutableInstruction& executable,
                     Step& result) {
  StepContext context{.warp = warp,
                      .parts = result.parts,
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
  if (context.mask == 0) return false;
  if (executable.function != nullptr) {
    compute(context);
    return false;
  }
  if (executable.has_outcome) result.outcome.kind = PathOutcomeKind::next;
  executable.handler(context);
  return executable.has_outcome;
}

void advance(Warp& warp, PartMask parts) {
  for (unsigned left = parts; left != 0; left &= left - 1)
    warp.parts[static_cast<unsigned>(std::countr_zero(left))].advance();
}

void follow(Warp& warp, Step& result) {
  for (unsigned left = result.parts; left != 0; left &= left - 1)
    result.diverged |=
        follow(warp.parts[static_cast<unsigned>(std::countr_zero(left))], result.outcome);
}

/// The caller has called begin().
void step_guarded(Warp& warp, const StackEntry& path, const StepEnvironment& environment,
                  const ExecutableInstruction& executable, Step& result) {
  result.active = active_lanes(warp, result.parts);
  if (!execute_guarded(warp, path, *warp.block->grid, environment, executable, result))
    return advance(warp, result.parts);
  follow(warp, result);
  if (executable.may_spin) end_turn(warp, result);
}

}  // namespace

void step(Warp& warp, const StepEnvironment& environment, Step& result, PartMask parts) {
  const auto first = static_cast<unsigned>(std::countr_zero(parts));
  const StackEntry& path = warp.path(first);
  const ExecutableInstruction& executable = warp.block->code[path.pc];
  begin(result, path, parts);
  if (executable.only_rows && std::has_single_bit(parts)) {
    execute_only_rows(warp, path, path.lanes, executable, result);
    return warp.parts[first].advance();
  }
  step_guarded(warp, path, environment, executable, result);
}

void step_gang(Warp& warp, const StepEnvironment& environment, Step& result, PartMask parts) {
  const StackEntry& path = warp.path(static_cast<unsigned>(std::countr_zero(parts)));
  begin(result, path, parts);
  step_guarded(warp, path, environment, warp.block->code[path.pc], result);
}

void execute(const Slice& slice, const StepEnvironment& environment, Step& result) {
  Warp& warp = *slice.warp;
  const ExecutableInstruction& executable = warp.block->code[slice.frame.pc];
  begin(result, slice.frame, 1);
  result.outcome.kind = PathOutcomeKind::next;
  if (executable.only_rows)
    return execute_only_rows(warp, slice.frame, slice.lanes, executable, result);
  result.active = slice.lanes;
  execute_guarded(warp, slice.frame, *warp.block->grid, environment, executable, result);
}

}  // namespace heddle::exec
