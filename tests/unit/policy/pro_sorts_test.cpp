// When PRO sorts warps and takes blocks' progress, by the rules of the paper: section III and
// Algorithm 1.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "pro_order.hpp"

namespace heddle::test {
namespace {

using testing::ElementsAre;

TEST_F(ProOrder, WhenTheFirstWarpEndsTheOthersAreSortedLeastProgressFirst) {
  begin();
  progress(1, 9, 2, 5);
  order_.warp_ended(4);
  EXPECT_THAT(order_.warps(1), ElementsAre(5, 3));
  progress(1, 9, 2, 50);
  order_.warp_ended(3);  // the second one sorts nothing
  EXPECT_THAT(order_.warps(1), ElementsAre(5));
}

TEST_F(ProOrder, ThePeriodicSortLeavesWarpsOfWaitingAndEndingBlocksAlone) {
  begin();
  progress(0, 5, 3, 4);
  progress(1, 5, 3, 4);
  order_.barrier_reached(0);
  order_.warp_ended(3);
  EXPECT_THAT(order_.warps(0), ElementsAre(1, 2, 0));
  EXPECT_THAT(order_.warps(1), ElementsAre(4, 5));
  progress(0, 5, 9, 4);
  progress(1, 5, 3, 9);
  order_.sort();
  EXPECT_THAT(order_.warps(0), ElementsAre(1, 2, 0));
  EXPECT_THAT(order_.warps(1), ElementsAre(4, 5));
}

TEST_F(ProOrder, ABlockBackFromItsBarrierStandsWhereTheSortMeanwhileSawIt) {
  begin();
  progress(0, 10, 10, 10);
  progress(1, 20, 20, 20);
  progress(2, 1, 1, 1);
  order_.barrier_reached(1);
  order_.sort();
  order_.barrier_reached(1);
  order_.barrier_reached(1);
  order_.barrier_released(1, 3);
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 0, 2));  // 60, 30 and 3
}

/// A barrier of some of the block's warps lets these go while others wait at another.
TEST_F(ProOrder, ABlockWaitsUntilNoWarpOfItIsAtABarrier) {
  begin();
  order_.barrier_reached(2);
  order_.barrier_reached(2);
  order_.barrier_released(2, 1);
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 0, 1));
  order_.barrier_released(2, 1);
  EXPECT_THAT(order_.blocks(), ElementsAre(0, 1, 2));
}

TEST_F(ProOrder, WarpsThatABarrierLetsGoKeepTheirOrderUnlessSaid) {
  for (const bool sorts : {false, true}) {
    begin({.sort_on_release = sorts});
    progress(1, 5, 3, 4);
    for (unsigned warp = 0; warp < 3; ++warp) order_.barrier_reached(1);
    EXPECT_THAT(order_.warps(1), ElementsAre(4, 5, 3));
    order_.barrier_released(1, 3);
    if (sorts) {
      EXPECT_THAT(order_.warps(1), ElementsAre(3, 5, 4));  // the fast phase: most first
    } else {
      EXPECT_THAT(order_.warps(1), ElementsAre(4, 5, 3));
    }
  }
}

/// The only block ends, and the next launch's first one comes at 300: sorts are at 1300 and 2300.
TEST(Pro, ThePeriodBeginsAnewWithALaunch) {
  Scheduling pro("pro", 1);
  NotesTaken notes;
  pro.scheduler->note_to(notes.subscribers, "pro");
  pro.scheduler->warp_exited(0);
  pro.scheduler->kernel_started(0, pro.program);
  pro.sm.at(300);
  pro.scheduler->block_dispatched(0, 0, 1);
  pro.sm.launch(0, 0, 0);
  pro.scheduler->warp_launched(0);
  pro.sm.at(2400);
  pro.issue({0});
  EXPECT_THAT(notes.lines, ElementsAre("0 1300 pro: 0", "0 2300 pro: 0"));
}

}  // namespace
}  // namespace heddle::test
