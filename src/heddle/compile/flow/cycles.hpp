// Whether part of a control-flow graph comes round again, and through which of its blocks it must.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {

class Cycles {
 public:
  explicit Cycles(const FlowGraph& graph)
      : graph_(graph), among_(graph.size(), false), entered_(graph.size(), 0) {}

  /// Of these blocks those that are on a cycle of them, or between two; none: they have no cycle.
  std::vector<BlockId> left_of(const std::vector<BlockId>& blocks);
  /// Of these blocks those without which the others have no cycle.
  std::vector<BlockId> on_all(const std::vector<BlockId>& blocks);

 private:
  const FlowGraph& graph_;
  std::vector<bool> among_;             ///< by block: it counts
  std::vector<std::uint32_t> entered_;  ///< by block: edges from blocks not yet in order
};

}  // namespace heddle::compile
