// Values that are live before each instruction, for one thread and for a warp whose threads may be
// apart. After a divergent branch some threads wait at the divergence point (the end of the
// branch's block) or at the reconvergence point (the start of its immediate post-dominator). The
// values that they need are live for the warp wherever the other threads run in between. For nested
// regions the sets are united.
#pragma once

#include <vector>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/liveness/liveness.hpp"

namespace heddle::compile {

struct LivePoints {
  std::vector<BitSet> live;     ///< by pc: values live before the instruction
  std::vector<BitSet> waiting;  ///< by block: values that may be needed by threads which wait in
                                ///< other blocks

  /// Returns the values that are live for the warp before the instruction while its threads are
  /// apart.
  BitSet live_apart(const FlowGraph& graph, Pc pc) const {
    BitSet all = live[pc];
    all.unite(waiting[graph.block_of(pc)]);
    return all;
  }
};

LivePoints live_points(const Routine& routine, const FlowGraph& graph, const Liveness& liveness);

}  // namespace heddle::compile
