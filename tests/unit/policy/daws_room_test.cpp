// Who gets the L1's room under DAWS, by the rules of Rogers' dissertation, chapter 4: the prefix of
// warps by age whose lines fit.

#include <gtest/gtest.h>

#include "daws_sm.hpp"

namespace heddle::test {
namespace {

/// 4/5 of 60 lines are 48.
TEST_F(Daws, WhatEqualsTheRoomFits) {
  sm_.set_l1(60, 128);
  trip(0, 15, 32);
  trip(1, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
  trip(2, 15, 1);
  EXPECT_EQ(loaders(), mask({0, 1, 3}));
}

/// Of 51 lines the first takes 32; the second wants 32, too.
TEST_F(Daws, WhatAHeldWarpWantsIsTakenFromYoungerOnes) {
  trip(0, 15, 32);
  trip(1, 15, 32);
  trip(2, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 3}));
}

class DawsThatSkips : public Daws {
 protected:
  void SetUp() override { start("skip_blocked = true"); }
};
TEST_F(DawsThatSkips, WhatAHeldWarpWantsIsLeftToYoungerOnes) {
  trip(0, 15, 32);
  trip(1, 15, 32);
  trip(2, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
}

/// Warp 0 is older, and outside at a load for which it wants 32 lines.
TEST_F(Daws, AgeIsTheOrderInsideAndOutsideOfLoops) {
  teach_the_last_loop();
  trip(1, 15, 32);
  goes_to(0, 35, 32);
  throttle_->instruction_issued(0, 34, lanes(32));
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
}

class DawsInLoopFirst : public Daws {
 protected:
  void SetUp() override { start("in_loop_first = true"); }
};
TEST_F(DawsInLoopFirst, WarpsInLoopsComeBeforeThoseOutside) {
  teach_the_last_loop();
  trip(1, 15, 32);
  goes_to(0, 35, 32);
  throttle_->instruction_issued(0, 34, lanes(32));
  EXPECT_EQ(loaders(), mask({1, 2, 3}));
}

TEST_F(Daws, AWarpThatIsToLeaveWantsNothing) {
  trip(0, 15, 32);
  trip(1, 15, 32);
  throttle_->waits(0, policy::LongWait::leaving);
  EXPECT_EQ(loaders(), mask({1, 2, 3}));
}

/// While it waited, 24 of its 32 lanes left the loop.
TEST_F(Daws, BehindABarrierAWarpIsPredictedForTheLanesThatAreThere) {
  trip(0, 15, 32);
  trip(1, 15, 32);
  throttle_->waits(0, policy::LongWait::peers);
  goes_to(0, 17, 8);
  throttle_->waits(0, policy::LongWait::none);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
}

}  // namespace
}  // namespace heddle::test
