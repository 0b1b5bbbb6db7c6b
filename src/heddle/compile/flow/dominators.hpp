// Dominator and post-dominator trees of a flow graph. A dominates B if every path from the entry to
// B goes through A; A post-dominates B if every path from B to the end of the function does. Works
// for any graph, irreducible ones too.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {

inline constexpr BlockId kNoBlock = 0xFFFFFFFFu;

class DominatorTree {
 public:
  /// Nodes are block numbers; `parent[root]` is root itself, kNoBlock marks nodes that the root
  /// does not reach.
  DominatorTree(std::vector<BlockId> parent, BlockId root);

  /// The immediate dominator; kNoBlock for the root and for unreachable blocks.
  BlockId parent(BlockId block) const { return block == root_ ? kNoBlock : parent_[block]; }
  bool reaches(BlockId block) const { return parent_[block] != kNoBlock; }
  /// True if `above` lies on the way from `below` to the root, or is it.
  bool dominates(BlockId above, BlockId below) const;

 private:
  std::vector<BlockId> parent_;
  BlockId root_;
  std::vector<std::uint32_t> first_, last_;  ///< interval of a walk over the tree
};

/// Root is block 0.
DominatorTree dominators(const FlowGraph& graph);

/// Root is the virtual exit. Threads that leave early (by another end than the one that most of the
/// code leads to, in a guarded exit, in a trap) do not count: what is left of the warp still meets.
/// Blocks that never get to the end (endless loops) are treated as if each of them could leave.
DominatorTree post_dominators(const FlowGraph& graph, const Routine& routine);

}  // namespace heddle::compile
