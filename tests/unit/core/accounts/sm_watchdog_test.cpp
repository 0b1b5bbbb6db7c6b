#include "heddle/core/accounts/sm_watchdog.hpp"

#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "unit_rig.hpp"

namespace heddle::core {
namespace {

TEST(SmWatchdog, SaysWhatEachWarpWaitsForAndWhere) {
  rig::UnitRig sm;
  sm.start(4, 5);
  sm.flow.arrive(1, sm.decoded.at(0), 2, {}, 9);
  EXPECT_EQ(
      sm.watchdog.waits(),
      (std::vector<std::string>{"SM 0: idle block 4 warp 0 can issue at idle.ptx:1",
                                "SM 0: idle block 4 warp 1 waits at a barrier at idle.ptx:3"}));
}

TEST(SmWatchdog, NamesThePartOfAWarp) {
  rig::UnitRig sm(3, {.parts = 2, .slots = 2});
  sm.start(4, 5);
  EXPECT_EQ(sm.watchdog.waits().at(3),
            "SM 0: idle block 4 warp 1 threads 16 to 31 can issue at idle.ptx:1");
}

TEST(SmWatchdog, AWarpThatStepsIsNoWait) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.watchdog.watch(true);
  EXPECT_TRUE(sm.watchdog.only_waits());  // both could issue, but have not
  EXPECT_EQ(sm.watchdog.never_issued(rig::mask_of({0, 1})), 2u);
  sm.executor.execute<GeneralShape>(0, 0, 8);
  EXPECT_FALSE(sm.watchdog.only_waits());
  EXPECT_EQ(sm.watchdog.never_issued(rig::mask_of({0, 1})), 1u);
  sm.contexts.table.set_condition(0, Condition::barrier);
  EXPECT_TRUE(sm.watchdog.only_waits());
}

TEST(SmWatchdog, WhoHasComeSinceTheLastCheckMayGoOn) {
  rig::UnitRig sm;
  sm.watchdog.watch(true);
  EXPECT_TRUE(sm.watchdog.only_waits());
  sm.start(0, 5);
  EXPECT_FALSE(sm.watchdog.only_waits());
  sm.watchdog.note_check();
  EXPECT_TRUE(sm.watchdog.only_waits());  // it has waited from one check to the next
  sm.watchdog.note_launch(0);
  EXPECT_FALSE(sm.watchdog.only_waits());
}

TEST(SmWatchdog, WhoHasLeftSinceTheLastCheckMayGoOn) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.watchdog.watch(true);
  sm.contexts.table.set_condition(1, Condition::barrier);
  sm.watchdog.note_leave(1);
  EXPECT_TRUE(sm.watchdog.only_waits());  // it waits for others, wherever it is
  sm.watchdog.note_leave(0);
  EXPECT_FALSE(sm.watchdog.only_waits());
  sm.watchdog.note_check();
  EXPECT_TRUE(sm.watchdog.only_waits());
}

/// Or else signals that leave no time to execute anything would go on for ever.
TEST(SmWatchdog, WhoComesAgainAndAgainAndExecutesNothingMayNotGoOn) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.watchdog.watch(true);
  for (unsigned comings = 1; comings < EntityWatch::kMostArrivals; ++comings) {
    sm.watchdog.note_return(0, sm.watchdog.note_leave(0));
    EXPECT_FALSE(sm.watchdog.only_waits()) << comings;
    EXPECT_FALSE(sm.watchdog.has_chased()) << comings;
    sm.watchdog.note_check();
  }
  sm.watchdog.note_return(0, sm.watchdog.note_leave(0));
  sm.watchdog.note_check();
  sm.watchdog.note_return(0, sm.watchdog.note_leave(0));
  EXPECT_TRUE(sm.watchdog.only_waits());
  EXPECT_TRUE(sm.watchdog.has_chased());
}

TEST(SmWatchdog, WhatWasSeenBeforeThisWatchSaysNothing) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.watchdog.watch(true);
  sm.executor.execute<GeneralShape>(0, 0, 8);
  EntityWatch before = sm.watchdog.note_leave(0);
  EXPECT_TRUE(before.spin.has_stepped());
  sm.watchdog.watch(true);
  sm.watchdog.note_launch(0);
  sm.watchdog.note_return(0, std::move(before));
  EXPECT_EQ(sm.watchdog.never_issued(rig::mask_of({0})), 1u);
}

TEST(SmWatchdog, KnowsWhoWaitsForMemory) {
  rig::UnitRig sm;
  sm.start(0, 5);
  EXPECT_FALSE(sm.watchdog.waits_for_memory());
  sm.contexts.table.set_condition(1, Condition::memory_order);
  EXPECT_TRUE(sm.watchdog.waits_for_memory());
}

TEST(SmWatchdog, TheDeadlocksFaultNamesAWarpThatIsHeld) {
  rig::UnitRig sm;
  sm.watchdog.report_deadlock("nobody is held");
  sm.start(0, 5);
  EXPECT_THROW(sm.watchdog.report_deadlock("all wait"), exec::ExecutionFault);
}

}  // namespace
}  // namespace heddle::core
