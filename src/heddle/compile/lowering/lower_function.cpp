#include "heddle/compile/lowering/lower_function.hpp"

#include <algorithm>

#include "heddle/compile/lowering/builder.hpp"
#include "heddle/compile/lowering/lower_instruction.hpp"

namespace heddle::compile {
namespace {

/// Replaces the label numbers in branches and branch tables by indices into the code.
void resolve_labels(Routine& routine, const std::vector<Pc>& label_pc) {
  for (isa::Instruction& instruction : routine.code) {
    if (leaving_of(instruction) == Leaving::branches) {
      instruction.target = label_pc[instruction.target];
    }
  }
  for (std::vector<Pc>& table : routine.branch_tables) {
    for (Pc& target : table) target = label_pc[target];
  }
}

/// By place in the function's body: whether a branch can lead to the place. Labels that only debug
/// sections name do not count.
std::vector<bool> branch_targets(const ptx::Function& function) {
  std::vector<bool> is_target(function.body.size() + 1, false);
  const auto add = [&](std::uint32_t label) { is_target[function.labels[label].position] = true; };
  for (const ptx::Instruction& instruction : function.body) {
    for (const ptx::Operand& operand : instruction.operands)
      if (operand.kind == ptx::OperandKind::label) add(operand.index);
  }
  for (const ptx::TargetList& list : function.target_lists)
    if (!list.is_call) std::ranges::for_each(list.targets, add);
  return is_target;
}

/// Moves parameters that are declared as registers (.reg) from the incoming rows to these
/// registers.
void take_register_parameters(Builder& builder) {
  const CallLayout& layout = builder.parameters().layout();
  for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
    const ptx::Parameter& declared = builder.function().parameters[i];
    if (declared.space != ptx::Space::reg || declared.reg == ptx::kNoIndex) continue;
    builder.pass(builder.row(declared), row_operand(layout.parameters[i].word),
                 layout.parameters[i].words);
  }
}

}  // namespace

Routine lower_function(const KernelScope& scope, std::uint32_t module_function,
                       ConstantPool& constants, OpcodeCache& opcodes) {
  Builder builder(scope, module_function, constants);
  const ptx::Function& function = builder.function();
  const Routine& routine = builder.routine();
  if (!function.is_entry) take_register_parameters(builder);
  std::vector<Pc> pc_of(function.body.size() + 1);
  const std::vector<bool> is_target = branch_targets(function);
  for (std::size_t i = 0; i < function.body.size(); ++i) {
    pc_of[i] = static_cast<Pc>(routine.code.size());
    if (is_target[i]) builder.parameters().forget_writes();
    lower_instruction(builder, function.body[i], opcodes.find(function.body[i]));
  }
  pc_of[function.body.size()] = static_cast<Pc>(routine.code.size());
  const bool falls_off = routine.code.empty() || is_target[function.body.size()] ||
                         is_guarded(routine.code.back()) ||
                         leaving_of(routine.code.back()) == Leaving::falls_through;
  if (falls_off) {
    ptx::Instruction end;
    end.opcode = "ret";
    end.place = function.body.empty() ? function.place : function.body.back().place;
    lower_instruction(builder, end, opcodes.find(end));
    builder.routine().code.back().ptx_instructions = 0;
  }
  std::vector<Pc> label_pc;
  for (const ptx::Label& label : function.labels) label_pc.push_back(pc_of[label.position]);
  resolve_labels(builder.routine(), label_pc);
  builder.routine().rolled_lines = function.rolled_lines;
  return std::move(builder.routine());
}

}  // namespace heddle::compile
