#include "heddle/compile/code/flow_graph.hpp"

#include <algorithm>

namespace heddle::compile {

FlowGraph::FlowGraph(const Routine& routine) {
  find_blocks(routine);
  connect(routine);
}

void FlowGraph::find_blocks(const Routine& routine) {
  const std::vector<isa::Instruction>& code = routine.code;
  std::vector<bool> starts(code.size() + 1, false);
  starts[0] = true;
  for (Pc pc = 0; pc < code.size(); ++pc) {
    const Leaving leaving = leaving_of(code[pc]);
    if (leaving == Leaving::branches) starts[code[pc].target] = true;
    if (leaving == Leaving::by_table) {
      for (const Pc target : routine.branch_tables[code[pc].table]) starts[target] = true;
    }
    if (leaving != Leaving::falls_through) starts[pc + 1] = true;
  }
  block_of_.resize(code.size());
  for (Pc pc = 0; pc < code.size(); ++pc) {
    if (starts[pc]) {
      blocks_.emplace_back();
      blocks_.back().begin = pc;
    }
    blocks_.back().end = pc + 1;
    block_of_[pc] = static_cast<BlockId>(blocks_.size() - 1);
  }
}

void FlowGraph::add_edge(BlockId from, Pc to) {
  if (to >= block_of_.size()) {
    blocks_[from].leaves = true;
    return;
  }
  std::vector<BlockId>& successors = blocks_[from].successors;
  const BlockId target = block_of_[to];
  if (std::ranges::find(successors, target) != successors.end()) return;
  successors.push_back(target);
  blocks_[target].predecessors.push_back(from);
}

void FlowGraph::connect(const Routine& routine) {
  for (BlockId id = 0; id < blocks_.size(); ++id) {
    const Pc last = blocks_[id].end - 1;
    const isa::Instruction& instruction = routine.code[last];
    const Leaving leaving = leaving_of(instruction);
    if (leaving == Leaving::falls_through || is_guarded(instruction)) add_edge(id, last + 1);
    if (leaving == Leaving::branches) add_edge(id, instruction.target);
    if (leaving == Leaving::by_table) {
      for (const Pc target : routine.branch_tables[instruction.table]) add_edge(id, target);
    }
    if (leaving == Leaving::returns || leaving == Leaving::traps) blocks_[id].leaves = true;
  }
}

std::vector<BlockId> FlowGraph::reverse_post_order() const {
  std::vector<BlockId> order;
  if (blocks_.empty()) return order;
  struct Visit {
    BlockId block;
    std::size_t next;
  };
  std::vector<bool> seen(blocks_.size(), false);
  std::vector<Visit> stack{{0, 0}};
  seen[0] = true;
  while (!stack.empty()) {
    Visit& visit = stack.back();
    const std::vector<BlockId>& successors = blocks_[visit.block].successors;
    if (visit.next == successors.size()) {
      order.push_back(visit.block);
      stack.pop_back();
      continue;
    }
    const BlockId successor = successors[visit.next++];
    if (seen[successor]) continue;
    seen[successor] = true;
    stack.push_back({successor, 0});
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace heddle::compile
