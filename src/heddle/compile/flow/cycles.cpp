#include "heddle/compile/flow/cycles.hpp"

#include <algorithm>

namespace heddle::compile {

/// Sorts the blocks topologically as far as possible. The sort can place all blocks that are on no
/// cycle and come after no cycle. Returns the other blocks.
std::vector<BlockId> Cycles::cyclic_rest(const std::vector<BlockId>& blocks) {
  for (const BlockId block : blocks) {
    among_[block] = true;
    entered_[block] = 0;
  }
  const auto for_each_next = [&](BlockId from, auto&& visit) {
    for (const BlockId next : graph_.block(from).successors)
      if (among_[next]) visit(next);
  };
  for (const BlockId block : blocks) for_each_next(block, [&](BlockId next) { ++entered_[next]; });
  std::vector<BlockId> ready;
  std::ranges::copy_if(blocks, std::back_inserter(ready),
                       [&](BlockId block) { return entered_[block] == 0; });
  for (std::size_t i = 0; i < ready.size(); ++i) {
    const BlockId block = ready[i];
    for_each_next(block, [&](BlockId next) {
      if (--entered_[next] == 0) ready.push_back(next);
    });
  }
  std::vector<BlockId> left;
  std::ranges::copy_if(blocks, std::back_inserter(left),
                       [&](BlockId block) { return entered_[block] != 0; });
  for (const BlockId block : blocks) among_[block] = false;
  return left;
}

std::vector<BlockId> Cycles::blocks_on_every_cycle(const std::vector<BlockId>& blocks) {
  std::vector<BlockId> found, others;
  for (const BlockId block : blocks) {
    others = blocks;
    std::erase(others, block);
    if (cyclic_rest(others).empty()) found.push_back(block);
  }
  return found;
}

}  // namespace heddle::compile
