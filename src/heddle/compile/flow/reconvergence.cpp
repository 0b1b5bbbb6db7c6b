#include "heddle/compile/flow/reconvergence.hpp"

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/flow/dominators.hpp"

namespace heddle::compile {

void mark_reconvergence(Routine& routine) {
  const FlowGraph graph(routine);
  const DominatorTree tree = post_dominators(graph, routine);
  for (BlockId id = 0; id < graph.size(); ++id) {
    isa::Instruction& last = routine.code[graph.block(id).end - 1];
    const Leaving leaving = leaving_of(last);
    if (leaving != Leaving::branches && leaving != Leaving::by_table) continue;
    const BlockId meeting = tree.parent(id);
    last.reconvergence =
        meeting == kNoBlock || meeting == graph.exit() ? kNoPc : graph.block(meeting).begin;
  }
}

}  // namespace heddle::compile
