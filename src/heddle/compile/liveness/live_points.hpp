// Values that are live before each instruction, for one thread and for a warp whose threads may
// have diverged. After a divergent branch some threads wait at the divergence point (the end of the
// branch's block) or at the reconvergence point (the start of the block's immediate
// post-dominator). While other threads run between these points, the values that the waiting
// threads need are live for the warp. For nested branches the sets are united.
#pragma once

#include <vector>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/liveness/liveness.hpp"

namespace heddle::compile {

struct LivePoints {
  std::vector<BitSet> live;  ///< by pc: values that are live before the instruction, for one thread
  std::vector<BitSet> waiting;  ///< by block: values that threads waiting in other blocks may need
                                ///< while the block runs

  /// Returns the values that are live before the instruction for a warp whose threads have
  /// diverged.
  BitSet live_apart(const FlowGraph& graph, Pc pc) const {
    BitSet all = live[pc];
    all.unite(waiting[graph.block_of(pc)]);
    return all;
  }
};

LivePoints live_points(const Routine& routine, const FlowGraph& graph, const Liveness& liveness);

}  // namespace heddle::compile
