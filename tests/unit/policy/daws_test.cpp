// Whom DAWS lets load; by the rules of Rogers' dissertation, chapter 4.

#include <gtest/gtest.h>

#include "daws_sm.hpp"

namespace heddle::test {
namespace {

/// Figure 4.5: 32, 16 and 16 lanes want 64 lines; when the first has 16 left, all fit.
TEST_F(Daws, TheOldestWhoseLinesFitMayLoad) {
  trip(0, 15, 32);
  trip(1, 15, 16);
  trip(2, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 1, 3}));
  trip(0, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
}

class DawsWithRelease : public Daws {
 protected:
  void SetUp() override { start("force_release_after = 50\n"); }
};

TEST_F(DawsWithRelease, ALoadThatIsHeldForSoLongMayGo) {
  trip(0, 15, 32);
  trip(1, 15, 16);
  trip(2, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 1, 3}));
  throttle_->held(mask({2}));
  sm_.at(49);
  EXPECT_FALSE(throttle_->stale());
  sm_.at(50);
  EXPECT_TRUE(throttle_->stale());
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
  sm_.at(100);
  EXPECT_EQ(loaders(), mask({0, 1, 3}));
}

/// Warp 1 loads in its loop until the older warp 0 is there with more lanes.
TEST_F(Daws, NotesAWarpThatIsHeldAfterItLoadedInItsLoop) {
  trip(0, 15, 8);
  trip(1, 15, 32);
  NotesTaken notes;
  throttle_->note_to(notes.subscribers, "daws");
  sm_.at(7);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
  trip(0, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
  const std::vector<std::string> held = {
      "0 7 daws: warp 1 may no longer load in its loop at 15, which wants 32 lines"};
  EXPECT_EQ(notes.lines, held);
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
  EXPECT_EQ(notes.lines, held);
}

class DawsWhereMergesVote : public Daws {
 protected:
  void SetUp() override { start("merges_vote = true\n"); }
};

/// The load at 41 joins misses of its own warp, twice; where they do not vote it has no locality.
TEST_F(DawsWhereMergesVote, AMergeWithItsOwnLineIsLocality) {
  for (const bool vote : {true, false}) {
    if (!vote) {
      throttle_ = policy::Registry<policy::Throttle>::instance().make("daws");
      start("");
    }
    trip(1, 40, 32);
    for (unsigned turn = 0; turn < 5; ++turn) {
      for (unsigned i = 0; i < 32; ++i) {
        throttle_->listener()->on(model::L1Access{
            .line = 0x100000 + Addr{i} * 128,
            .pc = 41,
            .entity = 1,
            .index = static_cast<std::uint8_t>(i),
            .count = 32,
            .threads = 32,
            .outcome = turn == 0 ? model::L1Outcome::miss : model::L1Outcome::merged});
      }
    }
    trip(0, 15, 32);  // with the other's, 64 lines for 51
    trip(1, 40, 32);
    EXPECT_EQ(loaders(), vote ? mask({0, 2, 3}) : mask({0, 1, 2, 3}));
  }
}

TEST_F(Daws, AWarpKeepsItsShareUntilItLeavesTheOutermostLoop) {
  trip(0, 10, 32);
  trip(0, 15, 32);
  trip(1, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
  leaves(0, 25);  // of the inner loop
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
  trip(0, 10, 8);  // the outer loop goes on with fewer lanes: the inner loop's prediction
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
  trip(0, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
  leaves(0, 30);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
}

/// Of two loops one after the other the first is taken for an outer one, whose next trip leaves the
/// prediction as it is.
class DawsByPc : public Daws {
 protected:
  void SetUp() override { start("loop_nesting = \"pc\""); }
};
TEST_F(Daws, AnotherLoopHasAPredictionOfItsOwn) {
  trip(0, 40, 32);
  trip(1, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));  // nothing is known of the loop at 40
  trip(0, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
}
TEST_F(DawsByPc, AnEarlierLoopIsTakenForAnOuterOne) {
  goes_to(0, 45, 32);
  throttle_->instruction_issued(0, 40, lanes(32));
  trip(1, 15, 32);
  throttle_->instruction_issued(0, 15, lanes(32));  // threads of it are at 45 still
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
}

TEST_F(Daws, AWarpThatEndsGivesItsLinesBack) {
  trip(0, 15, 32);
  trip(1, 15, 32);
  EXPECT_FALSE(loaders().test(1));
  throttle_->warp_exited(0);
  EXPECT_TRUE(loaders().test(1));
}

TEST_F(Daws, AtABarrierAWarpWantsNothing) {
  trip(0, 15, 32);
  trip(1, 15, 32);
  EXPECT_FALSE(loaders().test(1));
  throttle_->waits(0, policy::LongWait::peers);
  EXPECT_TRUE(loaders().test(1));
  throttle_->waits(0, policy::LongWait::none);
  EXPECT_FALSE(loaders().test(1));
}

/// The closest loop of a warp in front of the loops is the inner one, of which alone something is
/// predicted.
class DawsByPrediction : public Daws {
 protected:
  void SetUp() override { start("closest_loop = \"predicted\"\n"); }
};

/// Warp 1 loads in front of the loops, and is held by nobody while all that are in a loop wait.
TEST_F(DawsByPrediction, WarpsAtABarrierHoldNobodyOutside) {
  trip(0, 15, 32);
  goes_to(1, 5, 32);
  goes_to(2, 5, 32);
  EXPECT_EQ(loaders(), mask({0, 3}));
  throttle_->waits(0, policy::LongWait::peers);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
}

TEST_F(DawsByPrediction, AWarpThatIsToLoadOutsideCountsAsInTheNextLoop) {
  trip(0, 15, 32);
  goes_to(1, 5, 32);                      // a load, before the loops
  EXPECT_EQ(loaders(), mask({0, 2, 3}));  // warp 0 has 32 lines
  goes_to(1, 6, 32);
  throttle_->instruction_issued(1, 5, lanes(32));
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
  leaves(0, 50);  // nobody is in a loop: nobody is held
  goes_to(1, 5, 32);
  goes_to(2, 5, 32);
  throttle_->instruction_issued(1, 4, lanes(32));
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
}

/// The inner loop's first instruction is a load: its warps are in the loop before they issue it.
class DawsLoadAtBegin : public Daws {
 protected:
  void SetUp() override {
    loads_ = {5, 15};
    start("");
  }
  void comes_to(unsigned entity, Pc pc, unsigned count) {
    goes_to(entity, pc, count);
    throttle_->instruction_issued(entity, pc - 1, lanes(count));
  }
};
TEST_F(DawsLoadAtBegin, ThePredictionHoldsForTheFirstLoadOfTheLoop) {
  trip(0, 15, 32);
  comes_to(1, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
  comes_to(1, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));  // 32 + 16 of 51
  leaves(0, 50);
  comes_to(2, 15, 32);
  comes_to(3, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 1, 2}));  // 16 + 32, and 16 more for the last
}
TEST_F(DawsLoadAtBegin, TheNextTripIsPredictedByTheLanesThatCameBack) {
  trip(0, 15, 32);
  trip(1, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
  comes_to(0, 15, 8);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));  // 8 + 32
}

class DawsBefore : public DawsLoadAtBegin {
 protected:
  void SetUp() override {
    loads_ = {5, 15};
    start("first_load = \"before\"");
  }
};
TEST_F(DawsBefore, TheFirstLoadIsHeldByWhatTheWarpWantedBefore) {
  trip(0, 15, 32);
  comes_to(1, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));  // it is in no loop, and none is behind that one
  comes_to(0, 15, 8);
  trip(1, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));  // 32 of the trip before and 16 of 51
  comes_to(2, 15, 32);
  trip(1, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 2, 3}));  // 32 and 32
}

/// With outside = from_load such a warp keeps what it was predicted to want until it enters the
/// loop.
class DawsFromLoad : public Daws {
 protected:
  void SetUp() override { start("outside = \"from_load\"\nclosest_loop = \"predicted\"\n"); }
};
TEST_F(DawsFromLoad, AWarpThatLoadedOutsideKeepsItsLines) {
  trip(0, 15, 8);
  goes_to(1, 5, 32);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));  // 8 + 32 of 51
  goes_to(1, 6, 32);
  goes_to(2, 5, 16);
  throttle_->instruction_issued(1, 5, lanes(32));
  EXPECT_EQ(loaders(), mask({0, 1, 3}));  // 8 + 32 + 16
  goes_to(3, 5, 32);
  leaves(0, 50);
  EXPECT_EQ(loaders(), mask({0, 1, 2}));  // 32 + 16, and 32 more for the last
  throttle_->waits(1, policy::LongWait::peers);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));  // 16 + 32
  throttle_->waits(1, policy::LongWait::none);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
}

/// Section 4.2.1: if the working set of one warp is predicted to exceed the cache, "no warps are
/// de-scheduled" inside its loop. Predictions may fill 32 of 40 lines. The loop has two diverged
/// loads: 16 lanes want 32 lines, 17 want 34, 20 want 40, 21 want 42.
TEST_F(Daws, ALoopInWhichOneWarpNeverFitsHoldsNobody) {
  sm_.set_l1(40, 128);
  learn(17);
  trip(0, 15, 16);
  trip(1, 15, 8);
  trip(2, 15, 8);
  EXPECT_EQ(loaders(), mask({0, 3}));  // all 32 lines are the first warp's
  for (const unsigned fitting : {17u, 20u}) {
    trip(0, 15, fitting);
    EXPECT_EQ(loaders(), mask({0, 3})) << fitting;  // the oldest alone
  }
  trip(0, 15, 21);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
  trip(0, 15, 16);
  EXPECT_EQ(loaders(), mask({0, 3}));
}

/// Section 4.2.1: a warp's closest loop is "the next loop in program order". Behind pc 5 that is
/// the outer loop, of whose own loads nothing is known; behind pc 35 it is the loop at 40.
TEST_F(Daws, ALoadOutsideIsHeldByTheNextLoopInProgramOrder) {
  teach_the_last_loop();
  trip(0, 15, 32);
  goes_to(1, 5, 32);
  throttle_->instruction_issued(1, 4, lanes(32));
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
  goes_to(1, 35, 32);
  throttle_->instruction_issued(1, 34, lanes(32));
  EXPECT_EQ(loaders(), mask({0, 2, 3}));
}

TEST_F(Daws, WhatNeverFitsIsNotHeld) {
  sm_.set_l1(16, 128);
  trip(0, 15, 32);
  trip(1, 15, 32);
  EXPECT_EQ(loaders(), mask({0, 1, 2, 3}));
}

}  // namespace
}  // namespace heddle::test
