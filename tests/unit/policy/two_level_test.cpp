// The active set and the queue of pending warps, step by step.

#include <random>

#include <gtest/gtest.h>

#include "fake_sm.hpp"

namespace heddle::test {
namespace {

TEST(TwoLevel, IssuesOnlyActiveWarpsInTurn) {
  Scheduling levels("two_level", 4, "active = 2");
  EXPECT_EQ(levels.issue({0, 1, 2, 3}), 0u);
  levels.sm.at(1);
  EXPECT_EQ(levels.issue({0, 1, 2, 3}), 1u);
  levels.sm.at(2);
  EXPECT_EQ(levels.issue({2, 3}), kNothing);
}

TEST(TwoLevel, AWarpThatWaitsLongGivesItsPlaceToTheHeadOfTheQueue) {
  Scheduling levels("two_level", 4, "active = 2");
  EXPECT_EQ(levels.issue({0}), 0u);  // active 1 0, pending 2 3
  levels.sm.at(3);
  levels.waits(0);
  EXPECT_EQ(levels.issue({1, 2, 3}), 1u);  // active 2 1, pending 3 0
  levels.sm.at(4);
  EXPECT_EQ(levels.issue({1, 2, 3}), 2u);  // active 1 2
  levels.sm.at(5);
  levels.waits(1);
  levels.waits(2);
  EXPECT_EQ(levels.issue({3}), 3u);  // active 0 3, pending 1 2: whether or not 0 can issue
  levels.sm.at(6);
  EXPECT_EQ(levels.issue({3}), 3u);  // active 1 3, pending 2 0
  levels.sm.at(7);
  levels.waits(0, false);
  EXPECT_EQ(levels.issue({0}), kNothing);  // active 3 2, pending 0 1: ready, but not active
  levels.sm.at(8);
  EXPECT_EQ(levels.issue({0}), 0u);
}

TEST(TwoLevel, TheQueueTurnsWhileNobodyCanIssue) {
  Scheduling levels("two_level", 4, "active = 1");
  EXPECT_EQ(levels.issue({0}), 0u);
  levels.sm.at(1);
  for (unsigned warp = 0; warp < 4; ++warp) levels.waits(warp);
  // In cycle c warp c modulo 4 has the place.
  levels.sm.at(1000);
  levels.waits(2, false);
  EXPECT_EQ(levels.issue({2}), kNothing);
  levels.sm.at(1001);
  EXPECT_EQ(levels.issue({2}), kNothing);
  levels.sm.at(1002);
  EXPECT_EQ(levels.issue({2}), 2u);
}

TEST(TwoLevel, WarpsThatEndLeaveBothSets) {
  Scheduling levels("two_level", 3, "active = 1");
  EXPECT_EQ(levels.issue({0}), 0u);
  levels.sm.at(1);
  levels.exits(1);
  levels.exits(0);
  EXPECT_EQ(levels.issue({2}), 2u);
}

TEST(TwoLevel, AmongTheActiveItMayBeGreedyThenOldest) {
  Scheduling levels("two_level", 3, "active = 3\nwithin = \"gto\"");
  EXPECT_EQ(levels.issue({1, 2}), 1u);
  EXPECT_EQ(levels.issue({0, 1, 2}), 1u);  // which issued last
  EXPECT_EQ(levels.issue({0, 2}), 0u);
  levels.exits(0);
  EXPECT_EQ(levels.issue({1, 2}), 1u);
}

TEST(TwoLevel, AWarpThatAThrottleHoldsGivesUpItsPlace) {
  Scheduling levels("two_level", 3, "active = 1");
  levels.sm.gated = mask({0});
  EXPECT_EQ(levels.issue({2}), kNothing);  // 0 has just come in
  levels.sm.at(1);
  levels.sm.gated = mask({0, 1});
  EXPECT_EQ(levels.issue({2}), kNothing);
  levels.sm.at(2);
  EXPECT_EQ(levels.issue({2}), 2u);
}

/// Asking in every cycle, or only in some, makes no difference.
TEST(TwoLevel, CyclesInWhichNobodyAsksPassAsIfSomebodyDid) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 200; ++round) {
    const unsigned warps = 2 + random() % 7;
    const std::string parameters = "active = " + std::to_string(1 + random() % 4);
    Scheduling often("two_level", warps, parameters), seldom("two_level", warps, parameters);
    Cycle now = 0;
    for (unsigned change = 0; change < 30; ++change) {
      const Cycle until = now + 1 + random() % 40;
      for (; now < until; ++now) {
        often.sm.at(now);
        often.scheduler->pick(0, mask({}));
      }
      const unsigned warp = random() % warps;
      const bool waits = random() % 2 != 0;
      const unsigned held = random() % warps;
      for (Scheduling* levels : {&often, &seldom}) {
        levels->sm.at(now);
        levels->scheduler->selective()->gates_change();
        levels->sm.gated = mask({held});
        levels->waits(warp, waits);
      }
      for (unsigned candidate = 0; candidate < warps; ++candidate)
        EXPECT_EQ(often.scheduler->pick(0, mask({candidate})),
                  seldom.scheduler->pick(0, mask({candidate})));
    }
  }
}

}  // namespace
}  // namespace heddle::test
