// Slices of warps, and threads that go on as the outcomes say: by a warp's stack as `step` does, by
// the stack of a block, and by a pool.
#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "control_programs.hpp"
#include "heddle/exec/paths/block_stack.hpp"
#include "heddle/exec/paths/warp_pool.hpp"
#include "heddle/exec/step/executable.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kWarps = 2;

using Trips = std::function<unsigned(unsigned warp, unsigned lane)>;

/// A block of two warps without stacks of their own.
struct BlockRig {
  explicit BlockRig(ProgramBuilder& builder) : image(1 << 24), warps(kWarps) {
    LaunchShape shape;
    shape.block = {kWarps * kWarpSize, 1, 1};
    shape.stack_bytes = 64 * 1024;
    grid = make_grid(builder.build(), shape, {}, {}, image, textures);
    block.start(grid, 0);
    for (unsigned i = 0; i < kWarps; ++i) warps[i].start(block, i);
  }

  void set_row(unsigned index, const Trips& value) {
    for (unsigned w = 0; w < kWarps; ++w)
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        warps[w].rows[index].lane[lane] = value(w, lane);
  }
  std::uint32_t value(unsigned index, unsigned warp, unsigned lane) const {
    return warps[warp].rows[index].lane[lane];
  }

  /// The group issues the instruction of the frame. Returns what its members' outcomes are.
  std::vector<PathOutcome> issue(const WarpGroup& group, const StackEntry& frame) {
    ++issues;
    std::vector<PathOutcome> outcomes;
    for (const GroupMember& member : group) {
      execute({&warps[member.warp], member.lanes, frame}, environment, last);
      outcomes.push_back(last.outcome);
    }
    return outcomes;
  }
  bool moves_stack(Pc pc) const { return grid.executable->code[pc].moves_stack; }

  MemoryImage image;
  TextureTable textures;
  Grid grid;
  Block block;
  std::vector<Warp> warps;
  StepEnvironment environment;
  Step last;
  unsigned issues = 0;
};

StackEntry frame_of(const BasicStackEntry<BlockLanes>& entry, Pc pc) {
  return {.pc = pc,
          .depth = entry.depth,
          .row_base = entry.row_base,
          .predicate_base = entry.predicate_base,
          .local_base = entry.local_base,
          .function = entry.function};
}

/// The group runs from the top entry's pc until it has to stop.
void run_group(BlockRig& rig, BlockStack& stack, const WarpGroup& group) {
  const BasicStackEntry<BlockLanes> top = stack.top();
  for (Pc pc = top.pc;; ++pc) {
    const std::vector<PathOutcome> outcomes = rig.issue(group, frame_of(top, pc));
    if (!rig.moves_stack(pc) && pc + 1 != top.reconvergence) continue;
    stack.arrive(group, pc, outcomes);
    return;
  }
}

/// False after too many moves of the stack.
bool run_by_block_stack(BlockRig& rig) {
  BlockStack stack;
  BlockLanes threads;
  for (unsigned i = 0; i < kWarps; ++i) threads.warp[i] = kAllLanes;
  stack.start(threads, 0);
  for (unsigned moves = 0; !stack.empty(); ++moves) {
    if (moves == 10000) return false;
    const std::vector<WarpGroup> groups = stack.groups();
    for (const WarpGroup& group : groups) run_group(rig, stack, group);
  }
  return true;
}

/// Threads that have executed the instruction of the place go where the outcome says.
void put_on(WarpPool& pool, const PoolPlace& from, const GroupMember& member,
            const PathOutcome& outcome, std::vector<std::uint16_t>& changed) {
  const auto put = [&](Pc pc, LaneMask lanes) {
    PoolPlace place = from;
    place.frame.pc = pc;
    if (lanes != 0) pool.put(place, {member.warp, lanes}, changed);
  };
  const Pc next = from.frame.pc + 1;
  const LaneMask some = member.lanes & outcome.lanes;
  switch (outcome.kind) {
    case PathOutcomeKind::branch:
      put(outcome.target, some);
      return put(next, member.lanes & ~some);
    case PathOutcomeKind::ways:
      for (const StackPath& way : outcome.ways) put(way.pc, way.lanes & member.lanes);
      return;
    case PathOutcomeKind::exits:
      return put(next, member.lanes & ~some);
    default:
      put(next, member.lanes);
  }
}

/// For kernels that call nothing. The oldest entry issues. False after too many issues.
bool run_by_pool(BlockRig& rig, unsigned entries) {
  WarpPool pool(entries);
  std::vector<std::uint16_t> changed, ready;
  const auto take_changed = [&] {
    for (const std::uint16_t number : changed)
      if (std::ranges::find(ready, number) == ready.end()) ready.push_back(number);
    changed.clear();
  };
  for (std::uint16_t i = 0; i < kWarps; ++i) pool.put({}, {i, kAllLanes}, changed);
  take_changed();
  while (!ready.empty()) {
    if (rig.issues == 10000) return false;
    const auto oldest = std::ranges::min_element(
        ready, {}, [&](std::uint16_t number) { return pool[number].serial; });
    const std::uint16_t number = *oldest;
    ready.erase(oldest);
    pool.issue(number);
    const WarpPool::Entry entry = pool[number];
    const std::vector<PathOutcome> outcomes = rig.issue(entry.group, entry.place.frame);
    pool.release(number, changed);
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      put_on(pool, entry.place, entry.group[i], outcomes[i], changed);
    take_changed();
  }
  return pool.waiting() == 0;
}

/// Even lanes of warp 0 and odd lanes of warp 1 go five times round, the others once.
unsigned apart(unsigned warp, unsigned lane) { return lane % 2 == warp ? 5 : 1; }
/// Even lanes of both.
unsigned alike(unsigned /*warp*/, unsigned lane) { return lane % 2 == 0 ? 5 : 1; }
unsigned even(unsigned /*warp*/, unsigned /*lane*/) { return 5; }
unsigned crooked(unsigned warp, unsigned lane) { return (lane * 5 + warp * 3) % 7 + 1; }

void expect_trips(const BlockRig& rig, const Trips& trips) {
  for (unsigned w = 0; w < kWarps; ++w)
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      EXPECT_EQ(rig.value(1, w, lane), trips(w, lane)) << "warp " << w << ", lane " << lane;
}

/// A trip is four instructions of each warp that runs it; each warp of the block ends once.
unsigned issues_of(const std::vector<unsigned>& warps_by_trip) {
  unsigned issues = kWarps;
  for (const unsigned warps : warps_by_trip) issues += 4 * warps;
  return issues;
}

void expect_loop_by_block_stack(const Trips& trips, const std::vector<unsigned>& warps_by_trip) {
  ProgramBuilder b;
  add_counted_loop(b);
  BlockRig rig(b);
  rig.set_row(0, trips);
  ASSERT_TRUE(run_by_block_stack(rig));
  expect_trips(rig, trips);
  EXPECT_EQ(rig.issues, issues_of(warps_by_trip));
}

/// After each instruction the same stack and registers.
void expect_as_step(WarpRig& stepped, WarpRig& followed) {
  for (unsigned steps = 0; !stepped.warp.done(); ++steps) {
    ASSERT_LT(steps, 10000u);
    stepped.step();
    SimtStack& stack = followed.warp.parts[0];
    const StackEntry frame = stack.top();
    execute({&followed.warp, frame.lanes, frame}, followed.environment, followed.last);
    follow(stack, followed.last.outcome);
    ASSERT_EQ(stack, stepped.warp.parts[0]) << "after pc " << frame.pc;
    ASSERT_EQ(followed.last.executed, stepped.last.executed);
    ASSERT_EQ(followed.warp.rows.size(), stepped.warp.rows.size());
    for (unsigned i = 0; i < stepped.warp.rows.size(); ++i)
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        ASSERT_EQ(followed.row(i)[lane], stepped.row(i)[lane]) << "row " << i << " lane " << lane;
  }
}

TEST(Slice, WithItsOutcomeFollowedDoesWhatAStepDoes) {
  for (void (*const add)(ProgramBuilder&) :
       {add_counted_loop, add_branch_by_table, add_recursive_sum}) {
    ProgramBuilder b, c;
    add(b);
    add(c);
    WarpRig stepped(b), followed(c);
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      stepped.row(0)[lane] = followed.row(0)[lane] = lane % 3 + (add == add_counted_loop ? 1 : 0);
    ASSERT_NO_FATAL_FAILURE(expect_as_step(stepped, followed));
  }
}

// On a warp's own stack each of the two would take all five trips.
TEST(BlockRun, ThreadsInDifferentLanesTakeHalfTheIssuesOnThePath) {
  expect_loop_by_block_stack(apart, {2, 1, 1, 1, 1});
}

TEST(BlockRun, ThreadsInTheSameLanesSaveNoIssue) {
  expect_loop_by_block_stack(alike, {2, 2, 2, 2, 2});
}

TEST(BlockRun, WithoutDivergenceTheIssuesAreThoseOfTheWarps) {
  expect_loop_by_block_stack(even, {2, 2, 2, 2, 2});
}

TEST(BlockRun, ATripTakesAsManyWarpsAsItsFullestLaneHasThreads) {
  std::vector<unsigned> warps_by_trip;
  for (unsigned trip = 0; trip < 7; ++trip) {
    unsigned most = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      unsigned threads = 0;
      for (unsigned w = 0; w < kWarps; ++w) threads += crooked(w, lane) > trip ? 1 : 0;
      most = std::max(most, threads);
    }
    warps_by_trip.push_back(most);
  }
  expect_loop_by_block_stack(crooked, warps_by_trip);
}

TEST(BlockRun, BranchByTable) {
  ProgramBuilder b;
  add_branch_by_table(b);
  BlockRig rig(b);
  rig.set_row(0, [](unsigned warp, unsigned lane) { return (lane + warp) % 3; });
  ASSERT_TRUE(run_by_block_stack(rig));
  for (unsigned w = 0; w < kWarps; ++w) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const unsigned way = (lane + w) % 3;
      EXPECT_EQ(rig.value(1, w, lane), way == 0 ? 101u : way == 1 ? 301u : 1u);
    }
  }
}

// Threads of both warps, at different depths, return from one frame.
TEST(BlockRun, RecursionOfADepthPerThread) {
  ProgramBuilder b;
  add_recursive_sum(b);
  BlockRig rig(b);
  ASSERT_TRUE(run_by_block_stack(rig));
  for (unsigned w = 0; w < kWarps; ++w) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const unsigned thread = w * kWarpSize + lane;
      EXPECT_EQ(rig.value(2, w, lane), thread * (thread + 1) / 2);
    }
  }
}

TEST(PoolRun, ThreadsGoRoundALoopEachForItself) {
  for (unsigned (*const trips)(unsigned, unsigned) : {apart, alike, even, crooked}) {
    ProgramBuilder b;
    add_counted_loop(b);
    BlockRig rig(b);
    rig.set_row(0, trips);
    ASSERT_TRUE(run_by_pool(rig, 64));
    expect_trips(rig, trips);
  }
}

// What has no number waits for one: threads are late, but none is lost.
TEST(PoolRun, ThreadsWaitWhereEntriesAreFew) {
  ProgramBuilder b;
  add_branch_by_table(b);
  BlockRig rig(b);
  rig.set_row(0, [](unsigned warp, unsigned lane) { return (lane + warp) % 3; });
  ASSERT_TRUE(run_by_pool(rig, 1));
  for (unsigned w = 0; w < kWarps; ++w) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const unsigned way = (lane + w) % 3;
      EXPECT_EQ(rig.value(1, w, lane), way == 0 ? 101u : way == 1 ? 301u : 1u);
    }
  }
}

}  // namespace
}  // namespace heddle::exec
