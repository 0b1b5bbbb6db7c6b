#include "heddle/exec/step/executable.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"
#include "heddle/exec/step/scalar_check.hpp"
#include "heddle/exec/step/step_context.hpp"
#include "heddle/isa/suffix.hpp"

namespace heddle::exec {
namespace {

std::vector<const HandlerBinding*> make_index() {
  std::vector<const HandlerBinding*> index(isa::op_table().size(), nullptr);
  for (auto family :
       {control_handlers,    special_register_handlers, barrier_handlers,    load_store_handlers,
        atomic_handlers,     exchange_handlers,         vote_handlers,       space_handlers,
        texture_handlers,    system_handlers,           matrix_handlers,     matrix_access_handlers,
        async_copy_handlers, mbarrier_handlers,         video_handlers,      cluster_handlers,
        bulk_handlers,       tensor_handlers,           tensor_map_handlers, async_store_handlers,
        warpgroup_handlers})
    for (const HandlerBinding& binding : family())
      index[static_cast<std::size_t>(binding.op)] = &binding;
  return index;
}

bool is_row(isa::Operand operand) {
  return operand.kind == isa::OperandKind::row || operand.kind == isa::OperandKind::constant;
}

RowSlot slot_of(isa::Operand operand) {
  if (!is_row(operand)) return {};
  return {static_cast<std::uint32_t>(operand.index * sizeof(Row)),
          operand.kind == isa::OperandKind::constant ? 1u : 0u};
}

void resolve_operands(const isa::Instruction& instruction, ExecutableInstruction& out) {
  const auto& destinations = instruction.destinations;
  const auto& sources = instruction.sources;
  out.destination = slot_of(destinations[0]);
  for (unsigned i = 0; i < out.source.size(); ++i) out.source[i] = slot_of(sources[i]);
  const auto other = [](isa::Operand operand) { return static_cast<bool>(operand); };
  const auto predicate = [](isa::Operand operand) {
    return operand.kind == isa::OperandKind::predicate;
  };
  out.other_operands = std::any_of(destinations.begin() + 1, destinations.end(), other) ||
                       std::any_of(sources.begin() + out.source.size(), sources.end(), other) ||
                       predicate(destinations[0]) ||
                       std::any_of(sources.begin(), sources.end(), predicate);
  out.unguarded = instruction.guard == isa::kNoGuard;
  out.may_spin = instruction.may_spin;
}

void check_targets(const isa::Program& program, const isa::Instruction& instruction) {
  const std::size_t end = program.code.size();
  if (instruction.op == isa::Op::bra && instruction.target >= end)
    fail("the branch goes to {}, past the end of the code", instruction.target);
  if (instruction.op == isa::Op::call && instruction.table >= program.functions.size())
    fail("the call is of function {}, which does not exist", instruction.table);
  if (instruction.op != isa::Op::brx_idx) return;
  if (instruction.table >= program.branch_tables.size())
    fail("the branch uses table {}, which does not exist", instruction.table);
  for (const Pc target : program.branch_tables[instruction.table])
    if (target >= end) fail("the branch table goes to {}, past the end of the code", target);
}

void lacks_instruction(StepContext& context) {
  const isa::Instruction& instruction = context.instruction;
  const unsigned needed = instruction.modifiers.missing;
  context.fault(
      FaultKind::invalid_operand, first_lane(context.mask), 0,
      fmt::format("instruction '{}{}' needs compute capability {}.{}, which the machine does not "
                  "have: choose another machine ('heddle list machines'), or "
                  "--set device.compute_capability={}.{}",
                  isa::info(instruction.op).name, isa::suffixes_of(instruction.modifiers),
                  needed / 10, needed % 10, needed / 10, needed % 10));
}

void bind_instruction(const isa::Program& program, const isa::Instruction& instruction,
                      ExecutableInstruction& out) {
  out.instruction = &instruction;
  resolve_operands(instruction, out);
  check_targets(program, instruction);
  if (const HandlerBinding* const binding = find_handler(instruction.op)) {
    if (binding->prepare != nullptr) binding->prepare(instruction, out);
    const bool lacks = instruction.modifiers.missing != 0;
    const Handler gated = lacks ? nullptr : gated_handler(instruction);
    out.handler = lacks ? lacks_instruction : gated != nullptr ? gated : binding->handler;
    out.moves_stack = binding->moves_stack;
    out.has_outcome = binding->moves_stack || gated != nullptr;
  } else {
    out.function = bind(instruction);
    out.only_rows = out.unguarded && !out.other_operands;
  }
}

void ran_off_the_code(StepContext& context) {
  context.fault(FaultKind::bad_target, first_lane(context.mask), 0,
                "the function ends without ret or exit");
}

constexpr isa::Instruction kPastTheEnd{};

}  // namespace

const HandlerBinding* find_handler(isa::Op op) {
  static const std::vector<const HandlerBinding*> index = make_index();
  return index[static_cast<std::size_t>(op)];
}

ExecutableProgram::ExecutableProgram(const isa::Program& program)
    : code(std::make_unique<ExecutableInstruction[]>(program.code.size() + 1)) {
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    try {
      bind_instruction(program, program.code[i], code[i]);
      const isa::Op op = program.code[i].op;
      has_cluster_barrier |= op == isa::Op::cluster_arrive;
      reduces_in_bulk |= op == isa::Op::bulk_reduce || op == isa::Op::tensor_reduce;
    } catch (const SourceError&) {
      throw;
    } catch (const Error& error) {
      throw SourceError({program.file, program.code[i].line, 0}, error.what());
    }
  }
  ExecutableInstruction& end = code[program.code.size()];
  end.instruction = &kPastTheEnd;
  end.handler = ran_off_the_code;
  end.moves_stack = end.has_outcome = true;
  for (const isa::Function& function : program.functions)
    frame_slack = std::max(frame_slack, function.rows);
}

ExecutableProgram::~ExecutableProgram() = default;

}  // namespace heddle::exec
