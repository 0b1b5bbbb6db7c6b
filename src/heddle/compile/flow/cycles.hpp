// Finds cycles in a part of a control-flow graph, and the blocks through which all cycles of the
// part go.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {

class Cycles {
 public:
  explicit Cycles(const FlowGraph& graph)
      : graph_(graph), among_(graph.size(), false), entered_(graph.size(), 0) {}

  /// The given blocks that are on a cycle or come after one, within the given blocks.
  /// Empty if the blocks have no cycle.
  std::vector<BlockId> cyclic_rest(const std::vector<BlockId>& blocks);
  /// Returns the given blocks that lie on every cycle: without any one of these blocks, the others
  /// have no cycle.
  std::vector<BlockId> blocks_on_every_cycle(const std::vector<BlockId>& blocks);

 private:
  const FlowGraph& graph_;
  std::vector<bool> among_;             ///< by block: belongs to the given blocks
  std::vector<std::uint32_t> entered_;  ///< by block: number of edges from blocks not yet ordered
};

}  // namespace heddle::compile
