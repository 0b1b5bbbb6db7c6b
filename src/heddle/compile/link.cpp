#include "heddle/compile/link.hpp"

#include <algorithm>

#include "heddle/compile/code/register_limit.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/compile/flow/call_graph.hpp"
#include "heddle/compile/lowering/kernel_parameters.hpp"

namespace heddle::compile {
namespace {

/// Converts an instruction of a routine to its form in the program. In the program, the routine's
/// code starts at `entry`, and the routine's branch tables start at `tables`. Outgoing rows become
/// the rows after the frame.
isa::Instruction relocate(isa::Instruction instruction, const Routine& routine, Pc entry,
                          std::uint32_t tables) {
  const Leaving leaving = leaving_of(instruction);
  if (leaving == Leaving::branches) instruction.target += entry;
  if (leaving == Leaving::by_table) instruction.table += tables;
  if (instruction.reconvergence != kNoPc) instruction.reconvergence += entry;
  const auto place = [&](isa::Operand& operand) {
    if (operand.kind == isa::OperandKind::row && operand.index >= kOutgoing) {
      operand = row_operand(operand.index - kOutgoing + routine.rows);
    }
  };
  std::ranges::for_each(instruction.destinations, place);
  std::ranges::for_each(instruction.sources, place);
  return instruction;
}

void append(isa::Program& program, const Routine& routine, Addr address) {
  const auto entry = static_cast<Pc>(program.code.size());
  const auto tables = static_cast<std::uint32_t>(program.branch_tables.size());
  for (const isa::Instruction& instruction : routine.code) {
    program.code.push_back(relocate(instruction, routine, entry, tables));
  }
  for (std::vector<Pc> table : routine.branch_tables) {
    for (Pc& target : table) target += entry;
    program.branch_tables.push_back(std::move(table));
  }
  isa::Function function;
  function.name = routine.name;
  function.entry = entry;
  function.end = static_cast<Pc>(program.code.size());
  function.rows = routine.rows;
  function.scalar_rows = scalar_rows(routine);
  function.predicates = routine.predicates;
  function.scalar_predicates = scalar_predicates(routine);
  function.local_bytes = routine.local_bytes;
  function.incoming = routine.incoming;
  function.results = routine.results;
  function.address = address;
  program.functions.push_back(std::move(function));
  program.uses_printf |= routine.uses_printf;
  program.uses_heap |= routine.uses_heap;
  program.uses_launches |= routine.uses_launches;
  program.uses_waits |= routine.uses_waits;
}

void take_bounds(isa::Program& program, const ptx::Bounds& bounds) {
  const auto extent = [](std::uint32_t given) { return std::max(given, 1u); };
  program.max_threads = block_threads(bounds.max_threads);
  const std::uint32_t(&required)[3] = bounds.required_threads;
  if (required[0] != 0) {
    program.required_block = {required[0], extent(required[1]), extent(required[2])};
  }
  program.min_blocks = bounds.min_blocks_per_sm;
  const std::uint32_t(&cluster)[3] = bounds.cluster_blocks;
  if (cluster[0] != 0) program.cluster = {cluster[0], extent(cluster[1]), extent(cluster[2])};
  program.max_cluster = bounds.max_cluster_rank;
  program.needs_cluster = bounds.explicit_cluster;
}

}  // namespace

isa::Program link(const KernelScope& scope, const std::vector<Routine>& routines,
                  const ConstantPool& constants) {
  isa::Program program;
  const ptx::Module& module = scope.plan().module;
  const ptx::Function& kernel = module.functions[scope.functions().front()];
  program.name = kernel.name;
  program.file = module.file_name;
  for (std::size_t i = 0; i < routines.size(); ++i) {
    append(program, routines[i], code_address(scope.functions()[i]));
  }
  for (isa::Instruction& instruction : program.code) {
    if (instruction.op == isa::Op::call) {
      instruction.target = program.functions[instruction.table].entry;
    }
  }
  program.constants = constants.rows();
  const StackNeeds needs = stack_needs(routines);
  program.rows = needs.rows;
  program.predicates = needs.predicates;
  program.local_bytes = needs.local_bytes;
  program.recursive = needs.recursive;
  program.registers = needs.registers;
  program.least_registers = needs.vectors;
  program.scalar_registers = needs.scalars;
  program.shared_bytes = scope.shared_bytes();
  take_bounds(program, kernel.bounds);
  set_parameters(program, kernel);
  return program;
}

}  // namespace heddle::compile
