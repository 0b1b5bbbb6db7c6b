// Finds cycles in a part of a control-flow graph, and the blocks that lie on every cycle of the
// part.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {

class Cycles {
 public:
  explicit Cycles(const FlowGraph& graph)
      : graph_(graph), among_(graph.size(), false), entered_(graph.size(), 0) {}

  /// Returns the given blocks that are on a cycle or come after a cycle. Only cycles within the
  /// given blocks count. Empty if the blocks have no cycle.
  std::vector<BlockId> cyclic_rest(const std::vector<BlockId>& blocks);
  /// Returns the given blocks that lie on every cycle. If any one of them is removed, the other
  /// given blocks have no cycle.
  std::vector<BlockId> blocks_on_every_cycle(const std::vector<BlockId>& blocks);

 private:
  const FlowGraph& graph_;
  std::vector<bool> among_;  ///< by block: the block belongs to the given blocks
  /// By block: number of edges from blocks that the sort has not placed yet.
  std::vector<std::uint32_t> entered_;
};

}  // namespace heddle::compile
