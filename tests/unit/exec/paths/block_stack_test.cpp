// Expected values: the rules of Fung, Aamodt, HPCA 2011, worked out by hand for blocks of two and
// three warps.
#include "heddle/exec/paths/block_stack.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

using testing::ElementsAre;

constexpr LaneMask kEven = 0x55555555, kOdd = 0xAAAAAAAA;
constexpr Pc kTarget = 10, kMeeting = 20;

BlockLanes lanes(std::initializer_list<LaneMask> warps) {
  BlockLanes all;
  std::ranges::copy(warps, all.warp.begin());
  return all;
}

PathOutcome branch(LaneMask taken) {
  PathOutcome outcome;
  outcome.kind = PathOutcomeKind::branch;
  outcome.lanes = taken;
  outcome.target = kTarget;
  outcome.reconvergence = kMeeting;
  return outcome;
}

PathOutcome ends(PathOutcomeKind kind, LaneMask who) {
  PathOutcome outcome;
  outcome.kind = kind;
  outcome.lanes = who;
  return outcome;
}

/// All warps of the top entry arrive at pc; each member's outcome is that of its home warp, cut to
/// the member's lanes. True if the last one, and no other, moved the stack.
bool arrive_all(BlockStack& stack, Pc pc, const std::vector<PathOutcome>& by_warp) {
  const std::vector<WarpGroup> groups = stack.groups();
  bool good = true;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::vector<PathOutcome> outcomes;
    for (const GroupMember& member : groups[i]) {
      outcomes.push_back(by_warp[member.warp]);
      outcomes.back().lanes &= member.lanes;
    }
    good &= stack.arrive(groups[i], pc, outcomes) == (i + 1 == groups.size());
  }
  return good;
}

std::vector<PathOutcome> straight(unsigned warps) { return std::vector<PathOutcome>(warps); }

TEST(WarpGroups, CompactionTakesTheThreadsOfEachLaneInTheOrderOfWarps) {
  // Lane 0 has threads of warps 0, 1 and 2, lane 1 of warps 1 and 2, lane 2 of warp 2.
  EXPECT_THAT(compacted_groups(lanes({0b001, 0b011, 0b111})),
              ElementsAre(WarpGroup{{0, 0b001}, {1, 0b010}, {2, 0b100}},
                          WarpGroup{{1, 0b001}, {2, 0b010}}, WarpGroup{{2, 0b001}}));
  EXPECT_THAT(static_groups(lanes({0b001, 0, 0b111})),
              ElementsAre(WarpGroup{{0, 0b001}}, WarpGroup{{2, 0b111}}));
}

TEST(WarpGroups, HomeIsTheWarpOfTheFirstLane) {
  EXPECT_EQ(home_of({{4, 0b1000}, {7, 0b0110}}), 7u);
}

TEST(BlockStack, DisjointLanesOfTwoWarpsBecomeOneWarpOnEachPath) {
  BlockStack stack;
  stack.start(lanes({kAllLanes, kAllLanes}), 0);
  ASSERT_EQ(stack.groups().size(), 2u);
  EXPECT_TRUE(arrive_all(stack, 0, {branch(kEven), branch(kOdd)}));
  EXPECT_EQ(stack.top().pc, 1u);  // who falls through runs first
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, kOdd}, {1, kEven}}));
  EXPECT_TRUE(arrive_all(stack, kMeeting - 1, straight(2)));
  EXPECT_EQ(stack.top().pc, kTarget);
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, kEven}, {1, kOdd}}));
  EXPECT_TRUE(arrive_all(stack, kMeeting - 1, straight(2)));
  EXPECT_EQ(stack.top().pc, kMeeting);
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, kAllLanes}}, WarpGroup{{1, kAllLanes}}));
}

TEST(BlockStack, TheSameLanesSaveNothing) {
  BlockStack stack;
  stack.start(lanes({kAllLanes, kAllLanes}), 0);
  EXPECT_TRUE(arrive_all(stack, 0, {branch(kEven), branch(kEven)}));
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, kOdd}}, WarpGroup{{1, kOdd}}));
}

TEST(BlockStack, WithoutDivergenceWarpsStayAsTheyAre) {
  BlockStack stack;
  stack.start(lanes({0x0F, 0xF0}), 0);
  const std::vector<WarpGroup> before = stack.groups();
  EXPECT_TRUE(arrive_all(stack, 0, {branch(0x0F), branch(0xF0)}));
  EXPECT_EQ(stack.top().pc, kTarget);
  EXPECT_EQ(stack.groups(), before);
  EXPECT_TRUE(arrive_all(stack, kTarget, {branch(0), branch(0)}));
  EXPECT_EQ(stack.top().pc, kTarget + 1);
  EXPECT_EQ(stack.groups(), before);
}

TEST(BlockStack, WarpsThatGoApartAsAWholeRunOneAfterTheOther) {
  BlockStack stack;
  stack.start(lanes({kAllLanes, kAllLanes}), 0);
  EXPECT_TRUE(arrive_all(stack, 0, {branch(kAllLanes), branch(0)}));
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{1, kAllLanes}}));
  EXPECT_TRUE(arrive_all(stack, kMeeting - 1, straight(2)));
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, kAllLanes}}));
}

TEST(BlockStack, ThreadsThatEndOnAPathAreGoneWhereThePathsMeet) {
  BlockStack stack;
  stack.start(lanes({kAllLanes, kAllLanes}), 0);
  arrive_all(stack, 0, {branch(kEven), branch(kOdd)});
  arrive_all(stack, 1, {ends(PathOutcomeKind::exits, kOdd), ends(PathOutcomeKind::exits, kEven)});
  EXPECT_EQ(stack.top().pc, kTarget);
  EXPECT_EQ(stack.live(), lanes({kEven, kOdd}));
  // No thread of the block is elsewhere: warps are those that it began with.
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, kEven}}, WarpGroup{{1, kOdd}}));
  arrive_all(stack, kTarget,
             {ends(PathOutcomeKind::exits, kEven), ends(PathOutcomeKind::exits, kOdd)});
  EXPECT_TRUE(stack.empty());
}

TEST(BlockStack, CallersWaitUntilAllThreadsHaveReturned) {
  BlockStack stack;
  stack.start(lanes({kAllLanes, kAllLanes}), 0);
  PathOutcome call = ends(PathOutcomeKind::calls, kEven);
  call.callees = {{.pc = 50, .lanes = kEven, .row_base = 8, .function = 1}};
  EXPECT_TRUE(arrive_all(stack, 0, {call, PathOutcome{}}));
  EXPECT_EQ(stack.top().pc, 50u);
  EXPECT_EQ(stack.top().row_base, 8u);
  EXPECT_EQ(stack.top().depth, 1u);
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, kEven}}));
  EXPECT_TRUE(arrive_all(stack, 50, {ends(PathOutcomeKind::returns, kEven)}));
  EXPECT_EQ(stack.top().pc, 1u);
  EXPECT_EQ(stack.top().row_base, 0u);
  EXPECT_EQ(stack.groups().size(), 2u);
}

TEST(BlockStack, BranchByTableOfSeveralWarps) {
  BlockStack stack;
  stack.start(lanes({0b11, 0b11}), 0);
  const auto ways = [](std::vector<StackPath> of) {
    PathOutcome outcome;
    outcome.kind = PathOutcomeKind::ways;
    outcome.reconvergence = kMeeting;
    outcome.ways = std::move(of);
    return outcome;
  };
  EXPECT_TRUE(
      arrive_all(stack, 0, {ways({{10, 0b01}, {12, 0b10}}), ways({{12, 0b01}, {14, 0b10}})}));
  EXPECT_EQ(stack.top().pc, 14u);
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{1, 0b10}}));
  arrive_all(stack, kMeeting - 1, straight(2));
  EXPECT_EQ(stack.top().pc, 12u);
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, 0b10}, {1, 0b01}}));
  arrive_all(stack, kMeeting - 1, straight(2));
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, 0b01}}));
}

TEST(BlockStack, WarpWideInstructionsRestoreTheWarpsOfThePath) {
  BlockStack stack;
  stack.start(lanes({kAllLanes, kAllLanes}), 0);
  arrive_all(stack, 0, {branch(kEven), branch(kOdd)});
  ASSERT_EQ(stack.groups().size(), 1u);
  EXPECT_TRUE(stack.arrive_at_warp_wide(3));
  EXPECT_EQ(stack.top().pc, 3u);
  EXPECT_THAT(stack.groups(), ElementsAre(WarpGroup{{0, kOdd}}, WarpGroup{{1, kEven}}));
}

}  // namespace
}  // namespace heddle::exec
