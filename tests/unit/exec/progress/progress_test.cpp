// Diverged lanes of one warp that wait for each other, step by step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Op;
using isa::Space;
using isa::SpecialRegister;
using isa::Type;
using testing::HasSubstr;

constexpr std::uint32_t kYieldAfter = 5;

/// A warp whose threads are scheduled by themselves.
class IndependentRig : public WarpRig {
 public:
  explicit IndependentRig(ProgramBuilder& builder, std::uint32_t shared_bytes = 0)
      : WarpRig(builder, {32, 1, 1}, {}, shared_bytes) {
    grid.shape.yield_after = kYieldAfter;
  }
};

/// row(0) = the lane; predicate(1): the lane is less than `bound`.
void add_lane_below(ProgramBuilder& b, std::uint32_t bound) {
  b.read_special(row(0), SpecialRegister::laneid);
  b.add(Op::setp_u32, {predicate(1)}, {row(0), b.word(bound)}).modifiers.compare = isa::Compare::lt;
}

/// Lanes below 16 jump to `target`. Their paths and those of the others meet at `meeting`.
void add_fork(ProgramBuilder& b, Pc target, Pc meeting) {
  add_lane_below(b, 16);
  b.branch(target, meeting, 1);
}

isa::Instruction& add_shuffle(ProgramBuilder& b, isa::Operand to, isa::Operand from,
                              std::uint32_t mask) {
  isa::Instruction& shuffle = b.add(Op::shfl, {to}, {from, b.word(16), b.word(31), b.word(mask)});
  shuffle.modifiers.shuffle = isa::ShuffleMode::bfly;
  return shuffle;
}

// The lanes that fall through run first. They spin until the other ones have stored a word. They
// give way at their fifth branch back, so the spin's three instructions execute five times.
TEST(Progress, APathThatSpinsGivesWayAfterTheStatedTurns) {
  ProgramBuilder b;
  add_fork(b, 7, 9);
  b.load(Space::shared, Type::u32, {row(1)}, b.word(0));  // 3
  b.add(Op::setp_u32, {predicate(2)}, {row(1), b.word(0)}).modifiers.compare = isa::Compare::eq;
  b.branch(3, 6, 2).may_spin = true;
  b.branch(9, 9);                                             // 6
  b.store(Space::shared, Type::u32, b.word(0), {b.word(1)});  // 7
  b.branch(9, 9);                                             // 8
  b.add(Op::exit);                                            // 9
  IndependentRig rig(b, 16);
  unsigned steps = 0;
  while (rig.warp.pc() != 7) {
    rig.step();
    ASSERT_LT(++steps, 100u);
  }
  EXPECT_EQ(steps, 3 + 3 * kYieldAfter);
  EXPECT_EQ(rig.warp.active(), 0x0000FFFFu);
  EXPECT_TRUE(rig.run(100));
}

TEST(Progress, WithAStackThePathSpinsForEver) {
  ProgramBuilder b;
  add_fork(b, 7, 9);
  b.load(Space::shared, Type::u32, {row(1)}, b.word(0));
  b.add(Op::setp_u32, {predicate(2)}, {row(1), b.word(0)}).modifiers.compare = isa::Compare::eq;
  b.branch(3, 6, 2).may_spin = true;
  b.branch(9, 9);
  b.store(Space::shared, Type::u32, b.word(0), {b.word(1)});
  b.branch(9, 9);
  b.add(Op::exit);
  WarpRig rig(b, {32, 1, 1}, {}, 16);
  EXPECT_FALSE(rig.run(10000));
}

// One lane leaves the loop and waits where the lanes meet. The others spin for what it does behind
// the loop, so it goes on without them.
TEST(Progress, LanesThatWaitWherePathsMeetGoOn) {
  ProgramBuilder b;
  add_lane_below(b, 1);                                   // 0, 1
  b.branch(6, 6, 1);                                      // 2
  b.load(Space::shared, Type::u32, {row(1)}, b.word(0));  // 3
  b.add(Op::setp_u32, {predicate(2)}, {row(1), b.word(0)}).modifiers.compare = isa::Compare::eq;
  b.branch(3, 6, 2).may_spin = true;                          // 5
  b.store(Space::shared, Type::u32, b.word(0), {b.word(1)});  // 6
  b.add(Op::exit);
  IndependentRig rig(b, 16);
  EXPECT_TRUE(rig.run(1000));
}

// The paths meet nowhere else.
TEST(Progress, LanesAtOneShuffleExecuteItTogether) {
  ProgramBuilder b;
  add_fork(b, 6, kNoPc);
  b.add(Op::add_b32, {row(0)}, {row(0), b.word(100)});  // 3
  b.branch(7, 7);
  b.add(Op::exit);  // 5
  b.branch(7, 7);   // 6
  add_shuffle(b, row(2), row(0), kAllLanes);
  b.add(Op::exit);
  IndependentRig rig(b);
  while (rig.step().pc != 7 || rig.last.executed == 0) ASSERT_FALSE(rig.warp.done());
  EXPECT_EQ(rig.last.executed, kAllLanes);
  EXPECT_EQ(rig.warp.active(), kAllLanes);
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rig.row(2)[lane], lane < 16 ? lane + 116 : lane - 16);
}

// Each half executes a shuffle of its own, with another register as its source.
TEST(Progress, LanesAtDifferentShufflesExchangeValues) {
  ProgramBuilder b;
  add_fork(b, 6, 8);
  b.add(Op::add_b32, {row(3)}, {row(0), b.word(100)});
  add_shuffle(b, row(3), row(3), kAllLanes);  // 4
  b.branch(8, 8);
  b.add(Op::add_b32, {row(4)}, {row(0), b.word(1000)});  // 6
  add_shuffle(b, row(4), row(4), kAllLanes);
  b.add(Op::exit);
  IndependentRig rig(b);
  ASSERT_TRUE(rig.run());
  for (unsigned lane = 0; lane < 16; ++lane) EXPECT_EQ(rig.row(4)[lane], lane + 116);
  for (unsigned lane = 16; lane < 32; ++lane) EXPECT_EQ(rig.row(3)[lane], lane - 16 + 1000);
  EXPECT_TRUE(rig.grid.notes->missed().empty());
}

// The lanes that wait execute nothing, and their instruction executes once for each place.
TEST(Progress, WaitingLanesExecuteNothing) {
  ProgramBuilder b;
  add_fork(b, 5, 7);
  add_shuffle(b, row(3), row(0), kAllLanes);  // 3
  b.branch(7, 7);
  b.add(Op::mov_b32, {row(5)}, {b.word(1)});  // 5
  add_shuffle(b, row(4), row(0), kAllLanes);
  b.add(Op::exit);
  IndependentRig rig(b);
  std::vector<LaneMask> at_shuffles;
  while (!rig.warp.done()) {
    const Step& step = rig.step();
    if (step.pc == 3 || step.pc == 6) at_shuffles.push_back(step.executed);
    ASSERT_LT(at_shuffles.size(), 9u);
  }
  EXPECT_EQ(at_shuffles, (std::vector<LaneMask>{0, 0x0000FFFF, 0xFFFF0000}));
}

TEST(Progress, AGuardedShuffleWaitsForLanesThatSkipIt) {
  ProgramBuilder b;
  add_lane_below(b, 16);
  ProgramBuilder::guarded(add_shuffle(b, row(2), row(0), kAllLanes), 1);
  b.add(Op::mov_b32, {row(5)}, {b.word(1)});
  ProgramBuilder::guarded(add_shuffle(b, row(2), row(0), kAllLanes), 1, true);
  b.add(Op::exit);
  IndependentRig rig(b);
  ASSERT_TRUE(rig.run());
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(2)[lane], lane ^ 16u);
  EXPECT_TRUE(rig.grid.notes->missed().empty());
}

TEST(Progress, TheUserIsToldOfLanesThatCannotCome) {
  ProgramBuilder b;
  add_fork(b, 5, 7);
  add_shuffle(b, row(3), row(0), kAllLanes);  // 3
  b.branch(7, 7);
  b.add(Op::vote_ballot, {row(4)}, {predicate(1), b.word(kAllLanes)});  // 5
  b.branch(7, 7);
  b.add(Op::exit);
  IndependentRig rig(b);
  ASSERT_TRUE(rig.run());
  const MissedLanes lanes = rig.grid.notes->missed().at(3);
  EXPECT_EQ(lanes.named, kAllLanes);
  EXPECT_EQ(lanes.missed, 0x0000FFFFu);
  EXPECT_EQ(rig.row(4)[0], 0x0000FFFFu);
}

TEST(Progress, LanesThatEndAreNotMissed) {
  ProgramBuilder b;
  add_fork(b, 4, 5);
  b.add(Op::exit);                                                      // 3
  b.add(Op::vote_ballot, {row(4)}, {predicate(1), b.word(kAllLanes)});  // 4
  b.add(Op::exit);
  IndependentRig rig(b);
  ASSERT_TRUE(rig.run());
  EXPECT_EQ(rig.row(4)[0], 0x0000FFFFu);
  EXPECT_TRUE(rig.grid.notes->missed().empty());
}

TEST(Progress, TheWarpArrivesAtABarrierWithItsLastLanes) {
  ProgramBuilder b;
  add_fork(b, 5, 7);
  b.add(Op::bar_red_popc, {row(3)}, {b.word(2), {}, predicate(1, true)});  // 3
  b.branch(7, 7);
  b.add(Op::mov_b32, {row(5)}, {b.word(1)});                         // 5
  b.add(Op::bar_red_popc, {row(4)}, {b.word(2), {}, predicate(1)});  // 6
  b.add(Op::exit);
  IndependentRig rig(b);
  unsigned arrivals = 0;
  while (arrivals == 0) arrivals += rig.step().kind == StepKind::barrier ? 1 : 0;
  EXPECT_EQ(rig.last.barrier.lanes, kAllLanes);
  EXPECT_EQ(rig.last.barrier.votes, kAllLanes);
  EXPECT_EQ(rig.last.barrier.id, 2u);
  complete_barrier(rig.warp, rig.last.pc, rig.last.executed, 32);
  EXPECT_EQ(rig.row(3)[20], 32u);
  EXPECT_EQ(rig.row(4)[3], 32u);
  EXPECT_EQ(rig.row(3)[3], 0u);
  EXPECT_TRUE(rig.run());
}

TEST(Progress, DifferentBarriersWaitForEachOther) {
  ProgramBuilder b;
  add_fork(b, 5, 6);
  b.add(Op::bar_sync, {}, {b.word(1)});  // 3
  b.branch(6, 6);
  b.add(Op::bar_sync, {}, {b.word(2)});  // 5
  b.add(Op::exit);
  IndependentRig rig(b);
  const std::string message = message_of([&] { rig.run(); });
  EXPECT_THAT(message, HasSubstr("lanes 0xffff0000 at barrier 1 in line 4"));
  EXPECT_THAT(message, HasSubstr("lanes 0x0000ffff at barrier 2 in line 6"));
}

}  // namespace
}  // namespace heddle::exec
