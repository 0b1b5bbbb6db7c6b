// Loops against their definitions, on graphs of every shape.
#include "heddle/compile/flow/loops.hpp"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "flow_routines.hpp"

namespace heddle::compile {
namespace {

using Set = std::set<BlockId>;

/// Blocks that `from` reaches over at least one edge, without entering `removed`.
Set reach(const FlowGraph& graph, BlockId from, const Set& removed) {
  Set seen;
  std::vector<BlockId> stack{from};
  while (!stack.empty()) {
    const BlockId at = stack.back();
    stack.pop_back();
    for (const BlockId next : graph.block(at).successors) {
      if (!removed.contains(next) && seen.insert(next).second) stack.push_back(next);
    }
  }
  return seen;
}

Set reached_from_entry(const FlowGraph& graph, const Set& removed = {}) {
  if (removed.contains(0)) return {};
  Set seen = reach(graph, 0, removed);
  seen.insert(0);
  return seen;
}

/// The blocks of each loop, those of loops inside it too.
std::vector<Set> blocks_of(const LoopNest& nest) {
  std::vector<Set> blocks(nest.loops.size());
  for (BlockId id = 0; id < nest.loop_of.size(); ++id) {
    for (std::uint32_t at = nest.loop_of[id]; at != isa::kNoLoop; at = nest.loops[at].parent) {
      blocks[at].insert(id);
    }
  }
  return blocks;
}

/// Natural loops by the book: an edge from t to h, which all paths to t go through, with what
/// reaches t without going through h; loops with the same header are one.
std::map<BlockId, Set> natural_loops(const FlowGraph& graph) {
  std::map<BlockId, Set> loops;
  const Set reached = reached_from_entry(graph);
  for (const BlockId tail : reached) {
    for (const BlockId header : graph.block(tail).successors) {
      if (header != tail && reached_from_entry(graph, {header}).contains(tail)) continue;
      Set& body = loops[header];
      body.insert(header);
      for (const BlockId block : reached) {
        const bool gets_there =
            block == tail || (block != header && reach(graph, block, {header}).contains(tail));
        if (gets_there && block != header) body.insert(block);
      }
    }
  }
  return loops;
}

bool is_reducible(const FlowGraph& graph) {
  // Every cycle has a back edge: without those the rest has no cycle.
  std::map<BlockId, Set> edges;
  for (const BlockId tail : reached_from_entry(graph)) {
    for (const BlockId head : graph.block(tail).successors) {
      const bool is_back = head == tail || !reached_from_entry(graph, {head}).contains(tail);
      if (!is_back) edges[tail].insert(head);
    }
  }
  for (const auto& [start, ignored] : edges) {
    Set seen;
    std::vector<BlockId> stack{start};
    while (!stack.empty()) {
      const BlockId at = stack.back();
      stack.pop_back();
      for (const BlockId next : edges[at]) {
        if (next == start) return false;
        if (seen.insert(next).second) stack.push_back(next);
      }
    }
  }
  return true;
}

TEST(Loops, AreTheNaturalLoopsOfReducibleGraphs) {
  std::mt19937 random(3);
  unsigned reducible = 0, nested = 0;
  for (int round = 0; round < 2000; ++round) {
    const Routine routine = random_flow(random, 3 + round % 12);
    const FlowGraph graph(routine);
    if (!is_reducible(graph)) continue;
    ++reducible;
    const LoopNest nest = find_loops(routine, graph);
    std::map<BlockId, Set> found;
    const std::vector<Set> blocks = blocks_of(nest);
    for (std::size_t i = 0; i < nest.loops.size(); ++i) {
      const isa::Loop& loop = nest.loops[i];
      EXPECT_FALSE(loop.irreducible);
      EXPECT_EQ(graph.block(graph.block_of(loop.begin)).begin, loop.begin);
      found[graph.block_of(loop.begin)] = blocks[i];
      nested += loop.depth > 1;
      EXPECT_EQ(loop.first, graph.block(*blocks[i].begin()).begin);
      EXPECT_EQ(loop.end, graph.block(*blocks[i].rbegin()).end - 1);
    }
    EXPECT_EQ(found.size(), nest.loops.size()) << "two loops with one header";
    EXPECT_EQ(found, natural_loops(graph)) << "round " << round;
  }
  EXPECT_GT(reducible, 500u);
  EXPECT_GT(nested, 100u);
}

TEST(Loops, CoverEveryCycleOfIrreducibleGraphs) {
  std::mt19937 random(4);
  unsigned irreducible = 0;
  for (int round = 0; round < 2000; ++round) {
    const Routine routine = random_flow(random, 3 + round % 12);
    const FlowGraph graph(routine);
    const LoopNest nest = find_loops(routine, graph);
    const std::vector<Set> blocks = blocks_of(nest);
    const Set reached = reached_from_entry(graph);
    Set headers;
    for (std::size_t i = 0; i < nest.loops.size(); ++i) {
      const isa::Loop& loop = nest.loops[i];
      headers.insert(graph.block_of(loop.begin));
      EXPECT_TRUE(blocks[i].contains(graph.block_of(loop.begin)));
      // Strongly connected, without leaving the loop.
      Set others;
      for (BlockId id = 0; id < graph.size(); ++id) {
        if (!blocks[i].contains(id)) others.insert(id);
      }
      for (const BlockId from : blocks[i]) EXPECT_EQ(reach(graph, from, others), blocks[i]);
      Set entries;
      for (const BlockId block : blocks[i]) {
        if (block == 0) entries.insert(block);
        for (const BlockId from : graph.block(block).predecessors) {
          if (!blocks[i].contains(from) && reached.contains(from)) entries.insert(block);
        }
      }
      EXPECT_EQ(loop.irreducible, entries.size() > 1) << "round " << round;
      EXPECT_TRUE(entries.contains(graph.block_of(loop.begin)));
      irreducible += loop.irreducible;
      bool has_inner = false;
      for (const isa::Loop& other : nest.loops) has_inner |= other.parent == i;
      EXPECT_EQ(loop.innermost, !has_inner);
      EXPECT_EQ(loop.depth, loop.parent == isa::kNoLoop ? 1 : nest.loops[loop.parent].depth + 1);
    }
    // Blocks of one cycle share a loop; every cycle goes through a header.
    for (const BlockId block : reached) {
      EXPECT_EQ(nest.loop_of[block] != isa::kNoLoop, reach(graph, block, {}).contains(block));
      if (headers.contains(block)) continue;
      EXPECT_FALSE(reach(graph, block, headers).contains(block));
    }
  }
  EXPECT_GT(irreducible, 100u);
}

TEST(Loops, ANestWithItsLoads) {
  // 0: mov; 1: mov (outer); 2: ld (inner); 3: @p bra 2; 4: ld; 5: @p bra 1; 6: exit
  Routine routine = flow_of({flow(kMove), flow(kMove), flow(isa::Op::ld), flow(kBranch, 2, true),
                             flow(isa::Op::ld), flow(kBranch, 1, true), flow(kExit)});
  routine.code[2].modifiers.space = isa::Space::global;
  routine.code[4].modifiers.space = isa::Space::shared;  // not of interest to caches
  const LoopNest nest = find_loops(routine, FlowGraph(routine));
  ASSERT_EQ(nest.loops.size(), 2u);
  isa::Loop outer, inner;
  outer.begin = outer.first = 1, outer.end = 5;
  outer.innermost = false;
  inner.begin = inner.first = 2, inner.end = 3;
  inner.parent = 0, inner.depth = 2;
  inner.loads = {2};
  EXPECT_EQ(nest.loops[0], outer);
  EXPECT_EQ(nest.loops[1], inner);
}

TEST(Loops, TwoEntriesAreOneIrreducibleLoop) {
  // 0: @p bra 3; 1: mov; 2: mov; 3: mov; 4: @p bra 2; 5: exit: 2 and 3 are entered from 1 and 0.
  const Routine routine = flow_of({flow(kBranch, 3, true), flow(kMove), flow(kMove), flow(kMove),
                                   flow(kBranch, 2, true), flow(kExit)});
  const LoopNest nest = find_loops(routine, FlowGraph(routine));
  ASSERT_EQ(nest.loops.size(), 1u);
  EXPECT_TRUE(nest.loops[0].irreducible);
  EXPECT_EQ(nest.loops[0].first, 2u);
  EXPECT_EQ(nest.loops[0].end, 4u);
}

}  // namespace
}  // namespace heddle::compile
