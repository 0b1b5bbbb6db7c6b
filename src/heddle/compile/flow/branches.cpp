#include "heddle/compile/flow/branches.hpp"

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {
namespace {

bool is_branch(const isa::Instruction& instruction) {
  return leaving_of(instruction) == Leaving::branches;
}

}  // namespace

void remove_unreachable(Routine& routine) {
  const FlowGraph graph(routine);
  std::vector<bool> removed(routine.code.size(), true);
  for (const BlockId id : graph.reverse_post_order()) {
    for (Pc pc = graph.block(id).begin; pc < graph.block(id).end; ++pc) removed[pc] = false;
  }
  remove_instructions(routine, removed);
}

void invert_branches(Routine& routine) {
  const FlowGraph graph(routine);
  std::vector<bool> removed(routine.code.size(), false);
  for (Pc pc = 0; pc + 2 < routine.code.size(); ++pc) {
    isa::Instruction& around = routine.code[pc];
    const isa::Instruction& over = routine.code[pc + 1];
    const bool skips_a_branch = is_branch(around) && is_guarded(around) &&
                                around.target == pc + 2 && is_branch(over) && !is_guarded(over);
    // No other path may lead to the unconditional branch, since it is removed.
    if (!skips_a_branch || graph.block(graph.block_of(pc + 1)).predecessors.size() != 1) continue;
    around.target = over.target;
    around.guard_negated = !around.guard_negated;
    around.uniform_branch = around.uniform_branch && over.uniform_branch;
    removed[pc + 1] = true;
  }
  remove_instructions(routine, removed);
}

void remove_idle_branches(Routine& routine) {
  std::vector<bool> removed(routine.code.size(), false);
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    removed[pc] = is_branch(routine.code[pc]) && routine.code[pc].target == pc + 1;
  }
  remove_instructions(routine, removed);
}

}  // namespace heddle::compile
