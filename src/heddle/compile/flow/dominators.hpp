// Dominator and post-dominator trees of a flow graph. A dominates B if every path from the entry to
// B goes through A. A post-dominates B if every path from B to the end of the function goes through
// A. The algorithm works for any graph, including irreducible graphs.
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

  /// Returns the immediate dominator of the block. kNoBlock for the root and for unreachable
  /// blocks.
  BlockId parent(BlockId block) const { return block == root_ ? kNoBlock : parent_[block]; }
  bool reaches(BlockId block) const { return parent_[block] != kNoBlock; }
  /// True if `above` is `below` itself or an ancestor of `below` in the tree.
  bool dominates(BlockId above, BlockId below) const;

 private:
  std::vector<BlockId> parent_;
  BlockId root_;
  /// By block: the block's subtree has the numbers first_ to last_ in post-order.
  std::vector<std::uint32_t> first_, last_;
};

/// Returns the dominator tree. The root is block 0.
DominatorTree dominators(const FlowGraph& graph);

/// Returns the post-dominator tree. The root is the virtual exit. The main end of the function is
/// the end to which the most code leads. Threads that leave earlier (at another end, at a guarded
/// exit or at a trap) do not count, since the rest of the warp still reconverges. A block that
/// never reaches an end (an endless loop) is treated as if it could leave the function.
DominatorTree post_dominators(const FlowGraph& graph, const Routine& routine);

}  // namespace heddle::compile
