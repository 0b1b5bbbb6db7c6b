#include "heddle/exec/paths/simt_stack.hpp"

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

TEST(SimtStack, StartsWithOnePath) {
  SimtStack stack;
  stack.start(0xF, 3);
  EXPECT_EQ(stack.top().pc, 3u);
  EXPECT_EQ(stack.top().lanes, 0xFu);
  EXPECT_EQ(stack.depth(), 1u);
}

TEST(SimtStack, AgreeingLanesDoNotSplit) {
  SimtStack stack;
  stack.start(0xF, 0);
  EXPECT_FALSE(stack.branch(0xF, 10, 20));
  EXPECT_EQ(stack.top().pc, 10u);
  EXPECT_FALSE(stack.branch(0, 5, 20));
  EXPECT_EQ(stack.top().pc, 11u);
  EXPECT_EQ(stack.depth(), 1u);
}

TEST(SimtStack, BothSidesRunThenMeet) {
  SimtStack stack;
  stack.start(0xF, 0);
  EXPECT_TRUE(stack.branch(0x3, 10, 20));
  EXPECT_EQ(stack.top().pc, 1u);
  EXPECT_EQ(stack.top().lanes, 0xCu);
  stack.branch(0xC, 20, kNoPc);  // the fall-through side jumps to the meeting point
  EXPECT_EQ(stack.top().pc, 10u);
  EXPECT_EQ(stack.top().lanes, 0x3u);
  for (Pc pc = 10; pc < 20; ++pc) stack.advance();
  EXPECT_EQ(stack.top().pc, 20u);
  EXPECT_EQ(stack.top().lanes, 0xFu);
  EXPECT_EQ(stack.depth(), 1u);
}

TEST(SimtStack, LanesThatGoStraightToTheMeetingPointWaitThere) {
  SimtStack stack;
  stack.start(0xF, 0);
  EXPECT_TRUE(stack.branch(0x3, 2, 2));
  EXPECT_EQ(stack.top().lanes, 0xCu);
  EXPECT_EQ(stack.depth(), 2u);
  stack.advance();
  EXPECT_EQ(stack.top().pc, 2u);
  EXPECT_EQ(stack.top().lanes, 0xFu);
}

// A loop whose lanes leave one after the other: body at 1, back edge at 2, left to 3.
TEST(SimtStack, LoopTripsDoNotDeepenTheStack) {
  SimtStack stack;
  stack.start(kAllLanes, 0);
  stack.advance();
  for (unsigned trip = 0; trip < 31; ++trip) {
    ASSERT_EQ(stack.top().pc, 1u);
    ASSERT_EQ(stack.top().lanes, kAllLanes << trip);
    stack.advance();
    stack.branch(kAllLanes << (trip + 1), 1, 3);
    ASSERT_LE(stack.depth(), 2u);
  }
  stack.advance();
  stack.branch(0, 1, 3);
  EXPECT_EQ(stack.top().pc, 3u);
  EXPECT_EQ(stack.top().lanes, kAllLanes);
  EXPECT_EQ(stack.depth(), 1u);
}

TEST(SimtStack, NestedBranchWithTheSameMeetingPointSharesIt) {
  SimtStack stack;
  stack.start(0xFF, 0);
  stack.branch(0x0F, 10, 30);
  EXPECT_EQ(stack.depth(), 3u);
  stack.branch(0x30, 20, 30);  // the lanes 4 to 7 split again and meet at the same place
  EXPECT_EQ(stack.depth(), 4u);
  EXPECT_EQ(stack.below()[0].pc, 30u);
  EXPECT_EQ(stack.below()[0].lanes, 0xFFu);
}

TEST(SimtStack, ExitTakesLanesOutOfEveryEntry) {
  SimtStack stack;
  stack.start(0xF, 0);
  stack.branch(0x3, 10, 20);
  stack.exit(0xC);
  EXPECT_EQ(stack.top().pc, 10u);
  EXPECT_EQ(stack.below()[0].lanes, 0x3u);
  stack.exit(0x3);
  EXPECT_TRUE(stack.empty());
}

TEST(SimtStack, BranchThatNeverMeetsEndsAtExit) {
  SimtStack stack;
  stack.start(0xF, 0);
  stack.branch(0x3, 10, kNoPc);
  EXPECT_EQ(stack.depth(), 2u);
  stack.exit(0xC);
  EXPECT_EQ(stack.top().pc, 10u);
  EXPECT_EQ(stack.depth(), 1u);
}

TEST(SimtStack, CallerWaitsForAllLanes) {
  SimtStack stack;
  stack.start(0xF, 5);
  StackEntry callee;
  callee.pc = 100;
  callee.row_base = 8;
  stack.call(0x7, callee);
  EXPECT_EQ(stack.top().pc, 100u);
  EXPECT_EQ(stack.top().lanes, 0x7u);
  EXPECT_EQ(stack.top().depth, 1u);
  EXPECT_EQ(stack.top().row_base, 8u);
  stack.branch(0x1, 110, 120);
  stack.return_from(0x6);
  EXPECT_EQ(stack.top().pc, 110u);
  EXPECT_EQ(stack.top().lanes, 0x1u);
  stack.return_from(0x1);
  EXPECT_EQ(stack.top().pc, 6u);
  EXPECT_EQ(stack.top().lanes, 0xFu);
  EXPECT_EQ(stack.top().depth, 0u);
}

TEST(SimtStack, ReturnToAMeetingPointEndsThePath) {
  SimtStack stack;
  stack.start(0xF, 0);
  stack.branch(0x3, 10, 2);  // lanes 2 and 3 at 1 meet the others at 2
  StackEntry callee;
  callee.pc = 100;
  stack.call(0xC, callee);
  stack.return_from(0xC);
  EXPECT_EQ(stack.top().pc, 10u);
}

TEST(SimtStack, ExitInACallEndsTheCallersLanesToo) {
  SimtStack stack;
  stack.start(0xF, 0);
  StackEntry callee;
  callee.pc = 100;
  stack.call(0xF, callee);
  stack.exit(0x1);
  stack.return_from(0xE);
  EXPECT_EQ(stack.top().lanes, 0xEu);
  EXPECT_EQ(stack.top().pc, 1u);
}

TEST(SimtStack, ManyWaysOfOneBranch) {
  SimtStack stack;
  stack.start(0xF, 0);
  const StackPath paths[] = {{10, 0x1}, {20, 0x2}, {30, 0xC}};
  EXPECT_TRUE(stack.split(paths, 30));
  EXPECT_EQ(stack.top().pc, 20u);
  stack.branch(0x2, 30, kNoPc);
  EXPECT_EQ(stack.top().pc, 10u);
  stack.branch(0x1, 30, kNoPc);
  EXPECT_EQ(stack.top().lanes, 0xFu);
  EXPECT_EQ(stack.top().pc, 30u);
}

}  // namespace
}  // namespace heddle::exec
