#include "heddle/compile/unreachable.hpp"

#include "heddle/compile/flow_graph.hpp"

namespace heddle::compile {

void remove_unreachable(Routine& routine) {
  const FlowGraph graph(routine);
  std::vector<bool> removed(routine.code.size(), true);
  for (const BlockId id : graph.reverse_post_order()) {
    for (Pc pc = graph.block(id).begin; pc < graph.block(id).end; ++pc) removed[pc] = false;
  }
  remove_instructions(routine, removed);
}

void remove_idle_branches(Routine& routine) {
  std::vector<bool> removed(routine.code.size(), false);
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    const isa::Instruction& instruction = routine.code[pc];
    removed[pc] = leaving_of(instruction) == Leaving::branches && instruction.target == pc + 1;
  }
  remove_instructions(routine, removed);
}

}  // namespace heddle::compile
