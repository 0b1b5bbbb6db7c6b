#include "heddle/compile/liveness/live_points.hpp"

#include "heddle/compile/code/values.hpp"
#include "heddle/compile/liveness/divergence.hpp"

namespace heddle::compile {
namespace {

BitSet set_of(const std::vector<ValueId>& values, ValueId count) {
  BitSet set(count);
  for (const ValueId value : values) set.set(value);
  return set;
}

void walk_block(const Routine& routine, const FlowGraph& graph, const Liveness& liveness,
                BlockId id, std::vector<BitSet>& points) {
  const BasicBlock& block = graph.block(id);
  BitSet live = set_of(liveness.live_out(id), value_count(routine));
  for (Pc pc = block.end; pc-- > block.begin;) {
    const isa::Instruction& instruction = routine.code[pc];
    for_each_write(routine, instruction, [&](ValueId value) {
      if (liveness.kills(pc, value)) live.reset(value);
    });
    for_each_read(routine, instruction, [&](ValueId value) { live.set(value); });
    points[pc] = live;
  }
  // A value has no content before its first write, so it is removed from the live sets before this
  // write.
  BitSet defined = set_of(liveness.live_in(id), value_count(routine));
  for (Pc pc = block.begin; pc < block.end; ++pc) {
    points[pc].intersect(defined);
    for_each_write(routine, routine.code[pc], [&](ValueId value) { defined.set(value); });
  }
}

}  // namespace

LivePoints live_points(const Routine& routine, const FlowGraph& graph, const Liveness& liveness) {
  const ValueId count = value_count(routine);
  LivePoints points;
  points.live.assign(routine.code.size(), BitSet(count));
  points.waiting.assign(graph.size(), BitSet(count));
  for (BlockId id = 0; id < graph.size(); ++id) {
    walk_block(routine, graph, liveness, id, points.live);
  }
  ForkPaths paths(graph);
  for (const Fork& fork : forks(routine, graph)) {
    BitSet waiting = set_of(liveness.live_out(fork.block), count);
    if (fork.meeting != kMeetsAtEnd) {
      waiting.unite(set_of(liveness.live_in(fork.meeting), count));
    }
    for (const BlockId block : paths.region(fork)) points.waiting[block].unite(waiting);
  }
  return points;
}

}  // namespace heddle::compile
