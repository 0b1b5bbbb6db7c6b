#include <random>
#include <set>

#include <gtest/gtest.h>

#include "flow_routines.hpp"
#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/flow/dominators.hpp"
#include "heddle/compile/flow/reconvergence.hpp"

namespace heddle::compile {
namespace {

/// The reconvergence of each branch, kNoPc for the others.
std::vector<Pc> meetings(Routine routine) {
  mark_reconvergence(routine);
  std::vector<Pc> found;
  for (const isa::Instruction& instruction : routine.code) {
    found.push_back(instruction.reconvergence);
  }
  return found;
}

TEST(Reconvergence, IfAndElseMeetBehindBoth) {
  // 0: @p bra 3; 1: mov; 2: bra 4; 3: mov; 4: exit
  EXPECT_EQ(meetings(flow_of(
                {flow(kBranch, 3, true), flow(kMove), flow(kBranch, 4), flow(kMove), flow(kExit)})),
            (std::vector<Pc>{4, kNoPc, 4, kNoPc, kNoPc}));
}

TEST(Reconvergence, LoopsMeetAtTheirExit) {
  // 0: mov; 1: @p bra 0; 2: exit
  EXPECT_EQ(meetings(flow_of({flow(kMove), flow(kBranch, 0, true), flow(kExit)})),
            (std::vector<Pc>{kNoPc, 2, kNoPc}));
}

TEST(Reconvergence, WhoLeavesElsewhereIsNotWaitedFor) {
  // 0: @p bra 2; 1: exit; 2: exit. The lanes that fall through leave at 1; the others go on at 2.
  EXPECT_EQ(meetings(flow_of({flow(kBranch, 2, true), flow(kExit), flow(kExit)})),
            (std::vector<Pc>{2, kNoPc, kNoPc}));
}

TEST(Reconvergence, TrapsAndGuardedExitsDoNotKeepPathsApart) {
  // 0: @p bra 3; 1: @p bra 5; 2: @p exit; 3: mov; 4: exit; 5: trap
  EXPECT_EQ(
      meetings(flow_of({flow(kBranch, 3, true), flow(kBranch, 5, true), flow(kExit, kNoPc, true),
                        flow(kMove), flow(kExit), flow(isa::Op::trap)})),
      (std::vector<Pc>{3, 2, kNoPc, kNoPc, kNoPc, kNoPc}));
}

TEST(Reconvergence, AnExitBesideAReturnDoesNotKeepPathsApart) {
  // 0: @p bra 3; 1: @p bra 5 (leaves); 2: mov; 3: mov; 4: ret; 5: exit. The lanes of 0 meet at 3.
  EXPECT_EQ(meetings(flow_of({flow(kBranch, 3, true), flow(kBranch, 5, true), flow(kMove),
                              flow(kMove), flow(isa::Op::ret), flow(kExit)})),
            (std::vector<Pc>{3, 2, kNoPc, kNoPc, kNoPc, kNoPc}));
}

TEST(Reconvergence, AnEarlyReturnDoesNotKeepPathsApart) {
  // 0: @p bra 4; 1: @p bra 3; 2: ret; 3: mov; 4: mov; 5: ret. The lanes of 0 meet at 4, those of 1
  // at 3.
  EXPECT_EQ(meetings(flow_of({flow(kBranch, 4, true), flow(kBranch, 3, true), flow(isa::Op::ret),
                              flow(kMove), flow(kMove), flow(isa::Op::ret)})),
            (std::vector<Pc>{4, 3, kNoPc, kNoPc, kNoPc, kNoPc}));
}

TEST(Reconvergence, EndlessLoopsStillMeetInside) {
  // 0: @p bra 2; 1: mov; 2: mov; 3: bra 0
  EXPECT_EQ(meetings(flow_of({flow(kBranch, 2, true), flow(kMove), flow(kMove), flow(kBranch, 0)})),
            (std::vector<Pc>{2, kNoPc, kNoPc, kNoPc}));
}

TEST(Reconvergence, BranchTablesMeetBehindAllTargets) {
  Routine routine = flow_of(
      {flow(isa::Op::brx_idx), flow(kBranch, 4), flow(kMove), flow(kBranch, 4), flow(kExit)});
  routine.code[0].table = 0;
  routine.branch_tables = {{1, 2, 3}};
  EXPECT_EQ(meetings(routine)[0], 4u);
}

/// Blocks reachable from `start` without entering `removed`; the graph's exit counts as a block.
std::set<BlockId> reachable(const FlowGraph& graph, BlockId start, BlockId removed) {
  std::set<BlockId> seen;
  std::vector<BlockId> stack;
  if (start != removed) stack.push_back(start);
  while (!stack.empty()) {
    const BlockId at = stack.back();
    stack.pop_back();
    if (!seen.insert(at).second || at == graph.exit()) continue;
    std::vector<BlockId> next = graph.block(at).successors;
    if (graph.block(at).leaves) next.push_back(graph.exit());
    for (const BlockId successor : next) {
      if (successor != removed) stack.push_back(successor);
    }
  }
  return seen;
}

TEST(Dominators, AgreeWithTheDefinitionOnRandomGraphs) {
  std::mt19937 random(1);
  for (int round = 0; round < 400; ++round) {
    const Routine routine = random_flow(random, 3 + round % 12);
    const FlowGraph graph(routine);
    const DominatorTree forward = dominators(graph);
    const DominatorTree backward = post_dominators(graph, routine);
    const std::set<BlockId> from_entry = reachable(graph, 0, kNoBlock);
    for (BlockId above = 0; above < graph.size(); ++above) {
      const std::set<BlockId> without = reachable(graph, 0, above);
      for (BlockId below = 0; below < graph.size(); ++below) {
        if (!from_entry.contains(below)) continue;
        // Dominated: cut off from the entry once `above` is gone.
        EXPECT_EQ(forward.dominates(above, below), !without.contains(below))
            << "round " << round << ": " << above << " over " << below;
        // Blocks that cannot get to the end have no post-dominators by definition.
        if (!reachable(graph, below, kNoBlock).contains(graph.exit()) ||
            !reachable(graph, above, kNoBlock).contains(graph.exit())) {
          continue;
        }
        EXPECT_EQ(backward.dominates(above, below),
                  !reachable(graph, below, above).contains(graph.exit()))
            << "round " << round << ": " << above << " behind " << below;
      }
    }
  }
}

TEST(Dominators, TheImmediateOneIsTheNearest) {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    const Routine routine = random_flow(random, 3 + round % 12);
    const FlowGraph graph(routine);
    const DominatorTree tree = post_dominators(graph, routine);
    for (BlockId block = 0; block < graph.size(); ++block) {
      if (!reachable(graph, block, kNoBlock).contains(graph.exit())) continue;
      const BlockId nearest = tree.parent(block);
      ASSERT_NE(nearest, kNoBlock);
      // Every other strict post-dominator lies behind the nearest.
      for (BlockId other = 0; other < graph.size(); ++other) {
        const bool is_strict = other != block && other != nearest &&
                               !reachable(graph, block, other).contains(graph.exit());
        if (!is_strict || nearest == graph.exit()) {
          EXPECT_FALSE(is_strict) << "a block post-dominates where only the exit should";
          continue;
        }
        EXPECT_TRUE(tree.dominates(other, nearest));
      }
    }
  }
}

TEST(FlowGraph, BlocksEndAtBranchesAndStartAtTargets) {
  const Routine routine = flow_of({flow(kMove), flow(kBranch, 3, true), flow(kMove), flow(kMove),
                                   flow(kBranch, 0), flow(kExit)});
  const FlowGraph graph(routine);
  ASSERT_EQ(graph.size(), 4u);
  EXPECT_EQ(graph.block(0).end, 2u);
  EXPECT_EQ(graph.block(0).successors, (std::vector<BlockId>{1, 2}));
  EXPECT_EQ(graph.block(1).successors, (std::vector<BlockId>{2}));
  EXPECT_EQ(graph.block(2).successors, (std::vector<BlockId>{0}));
  EXPECT_EQ(graph.block(2).predecessors, (std::vector<BlockId>{0, 1}));
  EXPECT_TRUE(graph.block(3).leaves);
  EXPECT_EQ(graph.reverse_post_order(), (std::vector<BlockId>{0, 1, 2}));
}

}  // namespace
}  // namespace heddle::compile
