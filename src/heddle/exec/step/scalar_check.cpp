#include "heddle/exec/step/scalar_check.hpp"

#include <bit>
#include <span>

#include "heddle/exec/step/register_patterns.hpp"
#include "heddle/exec/step/scalar_copies.hpp"
#include "heddle/exec/step/step_context.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::exec {
namespace {

void count(std::atomic<std::uint64_t>& counter, std::uint64_t by = 1) {
  counter.fetch_add(by, std::memory_order_relaxed);
}

/// Calls visit(lanes) once for each part of the warp, with the part's lanes that are in `lanes`.
/// Parts do not wait for each other, so a scalar value agrees only within each part.
template <typename Visit>
void for_each_part(const StepContext& context, LaneMask lanes, Visit&& visit) {
  for (unsigned part = 0; part < context.warp.parts.size(); ++part)
    if (const LaneMask of_part = lanes & context.warp.lanes_of(part)) visit(of_part);
}

/// Faults with the first lane of `lanes` whose word differs from the word of the first lane.
void check_word(const StepContext& context, const char* what, unsigned position,
                const std::uint32_t* row, LaneMask lanes) {
  const unsigned first = first_lane(lanes);
  for (unsigned lane = first; lane < kWarpSize; ++lane) {
    if ((lanes >> lane & 1) == 0 || row[lane] == row[first]) continue;
    context.fault(
        FaultKind::not_scalar, lane, 0,
        fmt::format("the instruction at {} is scalar, but {} {} is {:#x} in lane {} and "
                    "{:#x} in lane {} (active lanes {:#010x})",
                    context.result.pc, what, position, row[first], first, row[lane], lane, lanes));
  }
}

void check_row(const StepContext& context, const char* what, unsigned position,
               const std::uint32_t* row, LaneMask lanes) {
  for_each_part(context, lanes,
                [&](LaneMask of_part) { check_word(context, what, position, row, of_part); });
}

/// Faults if the predicate differs between lanes of `lanes`.
void check_bit(const StepContext& context, const char* what, unsigned position, LaneMask predicate,
               LaneMask lanes) {
  if ((predicate & lanes) == 0 || (predicate & lanes) == lanes) return;
  context.fault(FaultKind::not_scalar, first_lane(~predicate & lanes), 0,
                fmt::format("the instruction at {} is scalar, but {} {} is true in lanes {:#010x} "
                            "of the active lanes {:#010x}",
                            context.result.pc, what, position, predicate & lanes, lanes));
}

void check_predicate(const StepContext& context, const char* what, unsigned position,
                     LaneMask predicate, LaneMask lanes) {
  for_each_part(context, lanes,
                [&](LaneMask of_part) { check_bit(context, what, position, predicate, of_part); });
}

void check_sources(const StepContext& context) {
  const isa::Instruction& instruction = context.instruction;
  for (unsigned i = 0; i < instruction.sources.size(); ++i) {
    const isa::Operand& operand = instruction.sources[i];
    if (operand.kind == isa::OperandKind::row) {
      const unsigned rows = isa::source_rows(instruction, i);
      for (unsigned row = 0; row < rows; ++row)
        check_row(context, "source", i, context.source(i) + row * kWarpSize, context.mask);
    } else if (operand.kind == isa::OperandKind::predicate) {
      check_predicate(context, "source", i, context.predicate_source(i), context.mask);
    }
  }
}

void check_results(const StepContext& context, LaneMask lanes) {
  const isa::Instruction& instruction = context.instruction;
  for (unsigned i = 0; i < instruction.destinations.size(); ++i) {
    const isa::Operand& operand = instruction.destinations[i];
    if (operand.kind == isa::OperandKind::row) {
      const unsigned rows = isa::destination_rows(instruction, i);
      for (unsigned row = 0; row < rows; ++row)
        check_row(context, "result", i, context.destination(i) + row * kWarpSize, lanes);
    } else if (operand.kind == isa::OperandKind::predicate) {
      check_predicate(context, "result", i, context.predicates[operand.index], lanes);
    }
  }
}

void count_patterns(const StepContext& context, const std::vector<std::uint32_t>& live,
                    ScalarCheck::Counters& counters) {
  const unsigned group = pattern_group(context.grid.shape.block.x);
  std::uint64_t uniform = 0, strided = 0, regular_of_warps = 0, bytes = 0;
  for (const std::uint32_t row : live) {
    const RegisterPattern pattern =
        register_pattern(context.rows[row], context.warp.threads, group);
    uniform += pattern == RegisterPattern::uniform ? 1 : 0;
    strided += pattern == RegisterPattern::strided ? 1 : 0;
    const bool is_regular = register_pattern(context.rows[row], context.warp.threads, kWarpSize) !=
                            RegisterPattern::random;
    regular_of_warps += is_regular ? 1 : 0;
    bytes += stored_bytes(pattern, group);
  }
  count(counters.uniform_registers, uniform);
  count(counters.strided_registers, strided);
  count(counters.regular_of_warps, regular_of_warps);
  count(counters.stored_bytes, bytes);
}

/// Returns whether threads of the part are at another instruction. The stack then has more than one
/// entry, or a formed warp has taken some lanes from their warp, so that fewer lanes execute than
/// are live.
bool is_apart(const StepContext& context, unsigned part) {
  const Warp& warp = context.warp;
  const LaneMask of_part = warp.lanes_of(part);
  const LaneMask live = warp.threads & ~warp.exited & of_part;
  return warp.parts[part].depth() > 1 || (context.result.active & of_part) != live;
}

void count_step(const StepContext& context, const ScalarCheck& check) {
  const Pc pc = context.result.pc;
  count(check.counters.instructions);
  if (check.annotations->scalar[pc]) count(check.counters.scalar);
  if (check.annotations->scalar_convergent[pc]) count(check.counters.scalar_convergent);
  const isa::PreemptionPoint* const point = check.point_at[pc];
  if (point == nullptr) return;
  const auto part = static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(context.parts)));
  const bool apart = is_apart(context, part);
  count(check.counters.points);
  const std::vector<std::uint32_t>& live = apart ? point->live_apart : point->live;
  count(check.counters.live_registers, live.size());
  count(check.counters.held_registers, check.registers);
  count_patterns(context, live, check.counters);
}

/// Checks and executes an instruction. It is called in place of the instruction's own function or
/// handler.
void checked_step(StepContext& context) {
  const ScalarCheck& check = *context.grid.executable->scalar_check;
  const ExecutableInstruction& original = check.unchecked[context.result.pc];
  const bool is_scalar = check.annotations->scalar[context.result.pc];
  count_step(context, check);
  StepContext inner = context.with(original);
  ScalarFrame frame(context);
  frame.check_guard(context, context.mask);
  if (!original.unguarded) {
    inner.mask = guard_mask(context, context.mask);
    if (is_scalar) check_predicate(context, "guard", 0, inner.mask, context.mask);
  }
  context.result.executed = inner.mask;
  if (inner.mask == 0) return;
  frame.check_sources(inner, inner.mask);
  if (is_scalar) check_sources(inner);
  if (original.function != nullptr) {
    compute(inner);
  } else {
    original.handler(inner);
  }
  if (is_scalar) check_results(inner, inner.mask);
  frame.take_results(inner, inner.mask);
}

}  // namespace

void AnnotationCounts::describe(StatisticVisitor& visit) const {
  visit.count("instructions", instructions, "instructions", "of warps, executed and checked");
  visit.count("scalar", scalar, "instructions", "that do the same in all active threads");
  visit.ratio("scalar_share", static_cast<double>(scalar), static_cast<double>(instructions), "",
              "scalar instructions of those executed");
  visit.count("scalar_convergent", scalar_convergent, "instructions",
              "that do so where the threads cannot be apart");
  visit.ratio("scalar_convergent_share", static_cast<double>(scalar_convergent),
              static_cast<double>(instructions), "", "those of the instructions executed");
  visit.count("points", points, "points", "for preemption that warps passed");
  visit.ratio("live_share", static_cast<double>(live_registers),
              static_cast<double>(held_registers), "",
              "registers live at the points of those that the warps have");
  visit.ratio("uniform_share", static_cast<double>(uniform_registers),
              static_cast<double>(live_registers), "",
              "live registers that hold one value a group of threads");
  visit.ratio("strided_share", static_cast<double>(strided_registers),
              static_cast<double>(live_registers), "",
              "live registers with the same step from thread to thread in each group, and not one "
              "value");
  visit.ratio("regular_of_warps_share", static_cast<double>(regular_of_warps),
              static_cast<double>(live_registers), "",
              "live registers with one step, or one value, over all threads of the warp");
  visit.ratio("stored_share", static_cast<double>(stored_bytes),
              static_cast<double>(held_registers) * sizeof(Row), "",
              "bytes that the live registers take, stored by these patterns, of all that the warps "
              "have");
}

AnnotationCounts ScalarCheck::take_counts() const {
  const auto take = [](std::atomic<std::uint64_t>& counter) {
    return counter.exchange(0, std::memory_order_relaxed);
  };
  return {.instructions = take(counters.instructions),
          .scalar = take(counters.scalar),
          .scalar_convergent = take(counters.scalar_convergent),
          .points = take(counters.points),
          .live_registers = take(counters.live_registers),
          .held_registers = take(counters.held_registers),
          .uniform_registers = take(counters.uniform_registers),
          .strided_registers = take(counters.strided_registers),
          .regular_of_warps = take(counters.regular_of_warps),
          .stored_bytes = take(counters.stored_bytes)};
}

std::shared_ptr<const ExecutableProgram> make_checked_executable(const isa::Program& program) {
  auto executable = std::make_shared<ExecutableProgram>(program);
  const std::size_t size = program.code.size();
  auto check = std::make_unique<ScalarCheck>();
  check->annotations = program.annotations;
  check->registers = program.rows;
  check->point_at.assign(size, nullptr);
  for (const isa::PreemptionPoint& point : program.annotations->points)
    check->point_at[point.pc] = &point;
  check->unchecked = std::move(ExecutableProgram(program).code);
  for (std::size_t pc = 0; pc < size; ++pc) {
    ExecutableInstruction& instruction = executable->code[pc];
    instruction.function = nullptr;
    instruction.only_rows = false;
    instruction.handler = checked_step;
    instruction.unguarded = true;
  }
  executable->scalar_check = std::move(check);
  return executable;
}

}  // namespace heddle::exec
