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

/// Returns the post-dominator tree. The root is the virtual exit. A plain end is an end of the
/// function that has no guard and is no trap. For each block, only the paths to one plain end
/// count: of the plain ends that the block can reach, the end to which the most code leads. Threads
/// that leave the function elsewhere do not count, since the other threads of the warp still
/// reconverge. If a block can reach no plain end, its paths to guarded ends count. If it cannot
/// reach these ends either, its paths to traps count. A block that never leaves the function (an
/// endless loop) is treated as if it could leave.
DominatorTree post_dominators(const FlowGraph& graph, const Routine& routine);

}  // namespace heddle::compile
