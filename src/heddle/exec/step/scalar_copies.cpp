#include "heddle/exec/step/scalar_copies.hpp"

#include <fmt/core.h>

#include "heddle/base/types.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::exec {
/// A scalar register of the function: a row or a predicate.
struct ScalarFrame::Register {
  const char* kind;
  std::uint32_t number;      ///< number among the scalar registers of the frame
  std::size_t place;         ///< index in the warp's registers
  const std::uint32_t* row;  ///< null: the register is a predicate
  LaneMask bits;             ///< lanes where the predicate is true

  std::uint32_t value(unsigned lane) const {
    return row != nullptr ? row[lane] : static_cast<std::uint32_t>(bits >> lane & 1);
  }
};

ScalarFrame::ScalarFrame(const StepContext& context)
    : warp_(context.warp),
      function_(context.grid.program->functions[context.path.function]),
      row_base_(context.path.row_base),
      predicate_base_(context.path.predicate_base) {}

ScalarFrame::Register ScalarFrame::row(const StepContext& context, std::uint32_t index) const {
  return {"s", index - function_.vector_rows(), row_base_ + index, context.rows[index].lane, 0};
}

ScalarFrame::Register ScalarFrame::predicate(const StepContext& context,
                                             std::uint32_t index) const {
  return {"sp", index - function_.vector_predicates(), predicate_base_ + index, nullptr,
          context.predicates[index]};
}

std::uint32_t& ScalarFrame::copy(const Register& at, unsigned lane) {
  std::vector<std::uint32_t>& copies =
      at.row != nullptr ? warp_.scalars.rows : warp_.scalars.predicates;
  const std::size_t parts = warp_.parts.size();
  if (copies.size() < (at.place + 1) * parts) copies.resize((at.place + 1) * parts);
  return copies[at.place * parts + warp_.part_of(lane)];
}

void ScalarFrame::check(const StepContext& context, const Register& at, LaneMask lanes) {
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint32_t left = copy(at, lane);
    if (at.value(lane) == left) return;
    context.fault(
        FaultKind::not_scalar, lane, 0,
        fmt::format("the instruction at {} uses the scalar register {}{}, which is {:#x} "
                    "in lane {}, but the warp has last written {:#x} to it (active lanes "
                    "{:#010x})",
                    context.result.pc, at.kind, at.number, at.value(lane), lane, left, lanes));
  });
}

void ScalarFrame::take(const StepContext& context, const Register& at, LaneMask lanes) {
  for_each_lane(lanes, [&](unsigned lane) { copy(at, lane) = at.value(lane); });
  check(context, at, lanes);
}

void ScalarFrame::check_sources(const StepContext& context, LaneMask lanes) {
  isa::for_each_source_row(context.instruction, [&](const isa::Operand& operand, unsigned rows) {
    if (operand.kind != isa::OperandKind::row || !function_.is_scalar_row(operand.index)) return;
    for (unsigned i = 0; i < rows; ++i) check(context, row(context, operand.index + i), lanes);
  });
  for (const isa::Operand& operand : context.instruction.sources) {
    if (operand.kind != isa::OperandKind::predicate) continue;
    if (!function_.is_scalar_predicate(operand.index)) continue;
    check(context, predicate(context, operand.index), lanes);
  }
}

void ScalarFrame::check_guard(const StepContext& context, LaneMask lanes) {
  const std::uint32_t guard = context.instruction.guard;
  if (guard == isa::kNoGuard || !function_.is_scalar_predicate(guard)) return;
  check(context, predicate(context, guard), lanes);
}

void ScalarFrame::take_results(const StepContext& context, LaneMask lanes) {
  isa::for_each_destination_row(context.instruction,
                                [&](const isa::Operand& operand, unsigned rows) {
                                  if (!function_.is_scalar_row(operand.index)) return;
                                  for (unsigned i = 0; i < rows; ++i)
                                    take(context, row(context, operand.index + i), lanes);
                                });
  for (const isa::Operand& operand : context.instruction.destinations) {
    if (operand.kind != isa::OperandKind::predicate) continue;
    if (!function_.is_scalar_predicate(operand.index)) continue;
    take(context, predicate(context, operand.index), lanes);
  }
}

}  // namespace heddle::exec
