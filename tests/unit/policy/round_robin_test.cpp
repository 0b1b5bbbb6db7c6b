// Schedulers whose order is that of contexts, of age, or of the last issue.

#include <gtest/gtest.h>

#include "fake_sm.hpp"

namespace heddle::test {
namespace {

TEST(Lrr, GoesOnAfterTheWarpThatIssuedLast) {
  Scheduling lrr("lrr", 4);
  EXPECT_EQ(lrr.issue({0, 1, 2, 3}), 0u);
  EXPECT_EQ(lrr.issue({0, 1, 2, 3}), 1u);
  EXPECT_EQ(lrr.issue({0, 3}), 3u);
  EXPECT_EQ(lrr.issue({1, 3}), 1u);
}

TEST(Gto, StaysThenTakesTheOldest) {
  Scheduling gto("gto", 4);
  gto.sm.warp(0).launch_order = 9;  // the context has a younger warp now
  EXPECT_EQ(gto.issue({0, 2, 3}), 2u);
  EXPECT_EQ(gto.issue({0, 1, 2, 3}), 2u);
  EXPECT_EQ(gto.issue({0, 3}), 3u);
  gto.exits(3);
  EXPECT_EQ(gto.issue({0, 1, 3}), 1u);
}

TEST(GreedyRoundRobin, StaysThenTakesTheNext) {
  Scheduling scheduler("greedy_rr", 4);
  EXPECT_EQ(scheduler.issue({1, 2, 3}), 1u);
  EXPECT_EQ(scheduler.issue({0, 1, 2}), 1u);
  EXPECT_EQ(scheduler.issue({0, 3}), 3u);
  EXPECT_EQ(scheduler.issue({0, 2}), 0u);
}

TEST(FetchGroups, OneGroupIssuesUntilAllOfItIsStalled) {
  Scheduling groups("fetch_groups", 6, "size = 2");
  EXPECT_EQ(groups.issue({0, 1, 2, 3, 4, 5}), 0u);
  EXPECT_EQ(groups.issue({0, 1, 2, 3, 4, 5}), 1u);
  EXPECT_EQ(groups.issue({0, 1, 2, 3, 4, 5}), 0u);
  EXPECT_EQ(groups.issue({2, 3, 4, 5}), 2u);
  EXPECT_EQ(groups.issue({0, 1, 3, 4}), 3u);  // the first group is ready again, and waits
  EXPECT_EQ(groups.issue({0, 1, 5}), 5u);     // in circular order
  EXPECT_EQ(groups.issue({0, 1, 2}), 1u);     // after 0, which of its group issued last
}

TEST(FetchGroups, AGroupGoesOnAfterTheOneOfItsOwnThatIssuedLast) {
  Scheduling groups("fetch_groups", 6, "size = 3");
  EXPECT_EQ(groups.issue({0, 1, 2, 3, 4, 5}), 0u);
  EXPECT_EQ(groups.issue({3, 4, 5}), 3u);
  EXPECT_EQ(groups.issue({0, 1, 2}), 1u);  // after 0, not the first again
  EXPECT_EQ(groups.issue({3, 4, 5}), 4u);
  EXPECT_EQ(groups.issue({0, 2}), 2u);
  EXPECT_EQ(groups.issue({3, 5}), 5u);
}

TEST(FetchGroups, GreedyIsAboutTheGroupsOwnLastWarp) {
  Scheduling groups("fetch_groups", 4, "size = 2\nwithin = \"gto\"");
  EXPECT_EQ(groups.issue({1, 2, 3}), 1u);
  EXPECT_EQ(groups.issue({2, 3}), 2u);
  EXPECT_EQ(groups.issue({0, 1}), 1u);  // 0 is older
  EXPECT_EQ(groups.issue({3}), 3u);
  groups.exits(1);
  EXPECT_EQ(groups.issue({0, 1}), 0u);  // the context has another warp now
}

TEST(FetchGroups, ByAgeTheNextGroupIsThatOfTheOldestWarpThatLives) {
  Scheduling groups("fetch_groups", 6, "size = 2\nwithin = \"gto\"\nbetween = \"gto\"");
  groups.sm.warp(1).launch_order = 20;
  EXPECT_EQ(groups.issue({4, 5}), 4u);
  // Warp 0 cannot issue, but is the oldest; its group has 1, which is the youngest of all.
  EXPECT_EQ(groups.issue({1, 2, 3}), 1u);
  EXPECT_EQ(groups.issue({1, 2, 3}), 1u);  // its group is not stalled
  EXPECT_EQ(groups.issue({2, 4}), 2u);
  groups.exits(0);
  EXPECT_EQ(groups.issue({1, 5}), 5u);  // the oldest of the first group is now 1
}

TEST(FetchGroups, OnlyLongWaitsEndAGroupsTurnIfSaid) {
  Scheduling groups("fetch_groups", 4, "size = 2\nstall = \"long_wait\"");
  EXPECT_EQ(groups.issue({0, 1, 2, 3}), 0u);
  EXPECT_EQ(groups.issue({2, 3}), kNothing);  // 0 and 1 wait for arithmetic
  groups.waits(0);
  EXPECT_EQ(groups.issue({2, 3}), kNothing);  // 1 does
  EXPECT_EQ(groups.scheduler->selective()->look(0, 5, 9).entities, mask({0, 1}));
  groups.waits(1);
  EXPECT_EQ(groups.scheduler->selective()->look(0, 9, 11).entities, mask({0, 1, 2, 3}));
  EXPECT_EQ(groups.issue({2, 3}), 2u);
  groups.waits(0, false);
  EXPECT_EQ(groups.issue({0}), kNothing);  // its turn has passed
  groups.waits(2);
  groups.sm.gated = mask({3});  // by a throttle
  EXPECT_EQ(groups.issue({0}), 0u);
  groups.exits(0);
  EXPECT_EQ(groups.issue({2}), 2u);  // of the first group only 1 lives, and waits
}

TEST(FetchGroups, EachSlotHasGroupsOfItsOwn) {
  Scheduling groups("fetch_groups", 8, "size = 2", 2);
  EXPECT_EQ(groups.issue({1, 3, 5, 7}, 1), 1u);
  EXPECT_EQ(groups.issue({3, 5, 7}, 1), 3u);  // contexts 1 and 3 are the first group of slot 1
  EXPECT_EQ(groups.issue({1, 5, 7}, 1), 1u);
  EXPECT_EQ(groups.issue({4, 6}, 0), 4u);
  EXPECT_EQ(groups.issue({0, 2, 6}, 0), 6u);
}

// Entity e is part e % parts of warp e / parts, and of slot e % slots.
TEST(FetchGroups, SizeIsInWarpsWhereEachPartHasASlot) {
  Scheduling groups("fetch_groups", 4, "size = 2", 2, 2);
  EXPECT_EQ(groups.issue({0, 2, 4, 6}, 0), 0u);
  EXPECT_EQ(groups.issue({2, 4, 6}, 0), 2u);
  EXPECT_EQ(groups.issue({4, 6}, 0), 4u);  // the first parts of warps 2 and 3
  EXPECT_EQ(groups.issue({0, 2, 6}, 0), 6u);
  EXPECT_EQ(groups.issue({7}, 1), 7u);
  EXPECT_EQ(groups.issue({1, 3, 5}, 1), 5u);
}

TEST(FetchGroups, SizeIsInWarpsWherePartsShareASlot) {
  Scheduling groups("fetch_groups", 3, "size = 1", 1, 2);
  EXPECT_EQ(groups.issue({0, 1, 2, 3, 4, 5}), 0u);
  EXPECT_EQ(groups.issue({1, 2, 3, 4, 5}), 1u);
  EXPECT_EQ(groups.issue({3, 4, 5}), 3u);  // warp 1
  EXPECT_EQ(groups.issue({0, 1, 2, 4}), 2u);
}

TEST(Oldest, TakesTheFirstLaunched) {
  Scheduling oldest("oldest", 3);
  oldest.sm.warp(0).launch_order = 9;
  EXPECT_EQ(oldest.issue({0, 1, 2}), 1u);
  EXPECT_EQ(oldest.issue({0, 2}), 2u);
  EXPECT_NE(oldest.issue({0}), kNothing);
}

}  // namespace
}  // namespace heddle::test
