// Walks every block from its last instruction to its first and maintains the set of live values.
// Passes use this walk to find out whether a later instruction needs a value.
#pragma once

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/compile/liveness/liveness.hpp"

namespace heddle::compile {

/// Calls visit(pc, instruction, live) for each instruction. `live` is the set of values that are
/// live after the instruction. visit may change the instruction, and the walk then uses the changed
/// instruction. visit returns whether the instruction stays. The walk ignores the reads of an
/// instruction that does not stay.
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
