// Walks every block from its last instruction to its first and keeps the set of live values. Passes
// that ask "does a later instruction need this value?" go through a routine this way.
#pragma once

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/compile/liveness/liveness.hpp"

namespace heddle::compile {

/// Calls visit(pc, instruction, live) for each instruction. `live` are the values that are live
/// after the instruction. visit may change the instruction; the walk then uses the changed one.
/// visit returns whether the instruction stays. An instruction that does not stay reads nothing.
template <typename Visit>
void walk_backward(Routine& routine, Visit&& visit) {
  const FlowGraph graph(routine);
  const Liveness liveness(routine, graph);
  BitSet live(value_count(routine));
  for (BlockId id = 0; id < graph.size(); ++id) {
    live.clear();
    for (const ValueId value : liveness.live_out(id)) live.set(value);
    for (Pc pc = graph.block(id).end; pc-- > graph.block(id).begin;) {
      isa::Instruction& instruction = routine.code[pc];
      if (!visit(pc, instruction, static_cast<const BitSet&>(live))) continue;
      if (!is_guarded(instruction)) {
        for_each_write(routine, instruction, [&](ValueId value) { live.reset(value); });
      }
      for_each_read(routine, instruction, [&](ValueId value) { live.set(value); });
    }
  }
}

}  // namespace heddle::compile
