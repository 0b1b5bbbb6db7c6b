// Dominator and post-dominator trees of a flow graph. A dominates B if every path from the entry to
// B goes through A. A post-dominates B if every path from B to the end of the function goes through
// A. The algorithm works for any graph, also an irreducible one.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {

inline constexpr BlockId kNoBlock = 0xFFFFFFFFu;

class DominatorTree {
 public:
  /// Nodes are block numbers. `parent[root]` is the root itself. kNoBlock marks nodes that the root
  /// does not reach.
  DominatorTree(std::vector<BlockId> parent, BlockId root);

  /// The immediate dominator. kNoBlock for the root and for unreachable blocks.
  BlockId parent(BlockId block) const { return block == root_ ? kNoBlock : parent_[block]; }
  bool reaches(BlockId block) const { return parent_[block] != kNoBlock; }
  /// True if `above` is `below` or lies on the way from `below` to the root.
  bool dominates(BlockId above, BlockId below) const;

 private:
  std::vector<BlockId> parent_;
  BlockId root_;
  std::vector<std::uint32_t> first_, last_;  ///< by block: interval of its numbers in a walk of the
                                             ///< tree
};

/// The root is block 0.
DominatorTree dominators(const FlowGraph& graph);

/// The root is the virtual exit. Threads that leave early do not count, since the rest of the warp
/// still meets. Threads leave early at a minor end of the function, at a guarded exit or at a trap.
/// The main end is the one to which most of the code leads. A block that never reaches an end (an
/// endless loop) is treated as if it could leave.
DominatorTree post_dominators(const FlowGraph& graph, const Routine& routine);

}  // namespace heddle::compile
