#include "heddle/compile/flow/dominators.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace heddle::compile {
namespace {

using BlockEdges = std::vector<std::vector<BlockId>>;

/// Returns the nodes that the root reaches, in post-order of a depth-first walk. Each node comes
/// after all nodes that the walk first reaches through this node.
std::vector<BlockId> post_order(const BlockEdges& successors, BlockId root) {
  std::vector<BlockId> order;
  std::vector<bool> seen(successors.size(), false);
  std::vector<std::pair<BlockId, std::size_t>> stack{{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next == successors[node].size()) {
      order.push_back(node);
      stack.pop_back();
      continue;
    }
    const BlockId successor = successors[node][next++];
    if (seen[successor]) continue;
    seen[successor] = true;
    stack.emplace_back(successor, 0);
  }
  return order;
}

/// Computes immediate dominators by iteration in reverse post-order. The immediate dominator of a
/// node is the node where the dominator chains of its predecessors meet.
std::vector<BlockId> immediate_dominators(const BlockEdges& successors, BlockId root) {
  const std::vector<BlockId> order = post_order(successors, root);
  std::vector<std::uint32_t> number(successors.size(), 0);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  BlockEdges predecessors(successors.size());
  for (const BlockId node : order) {
    for (const BlockId successor : successors[node]) predecessors[successor].push_back(node);
  }
  std::vector<BlockId> parent(successors.size(), kNoBlock);
  parent[root] = root;
  const auto nearest_common_dominator = [&](BlockId a, BlockId b) {
    while (a != b) {
      while (number[a] < number[b]) a = parent[a];
      while (number[b] < number[a]) b = parent[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto node = order.rbegin() + 1; node < order.rend(); ++node) {
      BlockId found = kNoBlock;
      for (const BlockId predecessor : predecessors[*node]) {
        if (parent[predecessor] == kNoBlock) continue;
        found = found == kNoBlock ? predecessor : nearest_common_dominator(found, predecessor);
      }
      if (parent[*node] == found) continue;
      parent[*node] = found;
      changed = true;
    }
  }
  return parent;
}

/// The way in which threads leave the function at the end of a block. post_dominators() considers
/// plain ends first, then guarded ends, and then traps.
enum class WayOut : std::uint8_t { plain, guarded, trap, none };

WayOut way_out(const FlowGraph& graph, const Routine& routine, BlockId id) {
  if (!graph.block(id).leaves) return WayOut::none;
  const isa::Instruction& last = routine.code[graph.block(id).end - 1];
  if (leaving_of(last) == Leaving::traps) return WayOut::trap;
  return leaving_of(last) == Leaving::returns && is_guarded(last) ? WayOut::guarded : WayOut::plain;
}

/// Returns the edges of the reversed graph between blocks that have no parent yet. The edges from
/// the virtual exit go to the `leaving` blocks.
BlockEdges reversed(const FlowGraph& graph, const std::vector<BlockId>& parent,
                    std::vector<BlockId> leaving) {
  BlockEdges edges(graph.size() + 1);
  edges[graph.exit()] = std::move(leaving);
  for (BlockId id = 0; id < graph.size(); ++id) {
    if (parent[id] != kNoBlock) continue;
    for (const BlockId predecessor : graph.block(id).predecessors) {
      if (parent[predecessor] == kNoBlock) edges[id].push_back(predecessor);
    }
  }
  return edges;
}

/// Returns the blocks with a plain end. The blocks are sorted by the number of instructions in all
/// blocks that can reach the end, largest first. Blocks with equal numbers are in reverse code
/// order.
std::vector<BlockId> plain_ends(const FlowGraph& graph, const Routine& routine) {
  const std::vector<BlockId> none(graph.size(), kNoBlock);
  std::vector<std::size_t> leading(graph.size(), 0);
  std::vector<BlockId> ends;
  for (BlockId id = graph.exit(); id-- > 0;) {
    if (way_out(graph, routine, id) != WayOut::plain) continue;
    ends.push_back(id);
    for (const BlockId block : post_order(reversed(graph, none, {id}), graph.exit())) {
      if (block != graph.exit()) leading[id] += graph.block(block).end - graph.block(block).begin;
    }
  }
  std::ranges::stable_sort(ends, std::greater{}, [&](BlockId id) { return leading[id]; });
  return ends;
}

}  // namespace

DominatorTree::DominatorTree(std::vector<BlockId> parent, BlockId root)
    : parent_(std::move(parent)), root_(root), first_(parent_.size(), 0), last_(parent_.size(), 0) {
  BlockEdges children(parent_.size());
  for (BlockId node = 0; node < parent_.size(); ++node) {
    if (node != root && parent_[node] != kNoBlock) children[parent_[node]].push_back(node);
  }
  const std::vector<BlockId> order = post_order(children, root);
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    last_[order[i]] = i;
    first_[order[i]] = i;
    for (const BlockId child : children[order[i]]) {
      first_[order[i]] = std::min(first_[order[i]], first_[child]);
    }
  }
}

bool DominatorTree::dominates(BlockId above, BlockId below) const {
  return reaches(above) && reaches(below) && first_[above] <= last_[below] &&
         last_[below] <= last_[above];
}

DominatorTree dominators(const FlowGraph& graph) {
  BlockEdges successors(graph.size());
  for (BlockId id = 0; id < graph.size(); ++id) successors[id] = graph.block(id).successors;
  return {immediate_dominators(successors, 0), 0};
}

DominatorTree post_dominators(const FlowGraph& graph, const Routine& routine) {
  std::vector<BlockId> parent(graph.size() + 1, kNoBlock);
  const auto add = [&](std::vector<BlockId> leaving) {
    const BlockEdges edges = reversed(graph, parent, std::move(leaving));
    const std::vector<BlockId> found = immediate_dominators(edges, graph.exit());
    for (BlockId id = 0; id < graph.size(); ++id) {
      if (parent[id] == kNoBlock) parent[id] = found[id];
    }
  };
  // Adds the plain ends one by one, starting with the end to which the most code leads. For the
  // blocks that can reach this end, threads that leave at another end do not count.
  for (const BlockId end : plain_ends(graph, routine)) {
    if (parent[end] == kNoBlock) add({end});
  }
  for (const WayOut way : {WayOut::guarded, WayOut::trap}) {
    std::vector<BlockId> leaving;
    for (BlockId id = 0; id < graph.size(); ++id) {
      if (parent[id] == kNoBlock && way_out(graph, routine, id) == way) leaving.push_back(id);
    }
    if (!leaving.empty()) add(std::move(leaving));
  }
  for (BlockId id = graph.exit(); id-- > 0;) {
    if (parent[id] == kNoBlock) add({id});
  }
  parent[graph.exit()] = graph.exit();
  return {std::move(parent), graph.exit()};
}

}  // namespace heddle::compile
