#include "heddle/compile/liveness/divergence.hpp"

namespace heddle::compile {

std::vector<Fork> forks(const Routine& routine, const FlowGraph& graph) {
  std::vector<Fork> found;
  for (BlockId id = 0; id < graph.size(); ++id) {
    const BasicBlock& block = graph.block(id);
    const isa::Instruction& last = routine.code[block.end - 1];
    const Leaving leaving = leaving_of(last);
    if (leaving != Leaving::branches && leaving != Leaving::by_table) continue;
    if (block.successors.size() < 2) continue;
    Fork fork{.block = id, .successors = block.successors};
    if (last.reconvergence != kNoPc) fork.meeting = graph.block_of(last.reconvergence);
    found.push_back(std::move(fork));
  }
  return found;
}

const std::vector<BlockId>& ForkPaths::walk(const Fork& fork, std::span<const BlockId> from) {
  ++walks_;
  found_.clear();
  const auto visit = [&](BlockId block) {
    if (block == fork.meeting || seen_in_[block] == walks_) return;
    seen_in_[block] = walks_;
    found_.push_back(block);
  };
  for (const BlockId block : from) visit(block);
  for (std::size_t i = 0; i < found_.size(); ++i) {
    for (const BlockId successor : graph_.block(found_[i]).successors) visit(successor);
  }
  return found_;
}

}  // namespace heddle::compile
