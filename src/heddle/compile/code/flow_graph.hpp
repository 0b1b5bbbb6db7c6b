// The control flow of one function: basic blocks and the edges between them. Blocks are in code
// order. A virtual exit, numbered after the last block, stands for the end of the function.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

using BlockId = std::uint32_t;

struct BasicBlock {
  Pc begin = 0, end = 0;  ///< `end` is one past the last instruction
  /// Each block appears once in a list. The lists do not contain the virtual exit.
  std::vector<BlockId> successors, predecessors;
  bool leaves = false;  ///< the block has an edge to the virtual exit
};

class FlowGraph {
 public:
  explicit FlowGraph(const Routine& routine);

  std::span<const BasicBlock> blocks() const { return blocks_; }
  const BasicBlock& block(BlockId id) const { return blocks_[id]; }
  BlockId block_of(Pc pc) const { return block_of_[pc]; }
  BlockId exit() const { return static_cast<BlockId>(blocks_.size()); }
  std::size_t size() const { return blocks_.size(); }
  /// Returns the blocks that the entry reaches. Each block comes after its predecessors, except for
  /// the back edges of loops.
  std::vector<BlockId> reverse_post_order() const;

 private:
  void find_blocks(const Routine& routine);
  void connect(const Routine& routine);
  void add_edge(BlockId from, Pc to);

  std::vector<BasicBlock> blocks_;
  std::vector<BlockId> block_of_;
};

}  // namespace heddle::compile
