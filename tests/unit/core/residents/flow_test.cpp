#include "heddle/core/residents/flow.hpp"

#include <gtest/gtest.h>

#include "unit_rig.hpp"

namespace heddle::core {
namespace {

TEST(Flow, LaunchedEntitiesAreReadyOnceTheirCodeIsThere) {
  rig::UnitRig sm;
  sm.residents.start_block(0, 0, 2, 5);
  sm.flow.start_launched(5);
  EXPECT_TRUE(sm.residents.launched().empty());
  EXPECT_EQ(sm.condition(0), Condition::fetch);
  sm.deliver(6);
  EXPECT_EQ(sm.condition(0), Condition::ready);
  EXPECT_EQ(sm.condition(1), Condition::ready);
}

TEST(Flow, ABufferedInstructionIsLookedAtAtOnceUnlessDelayed) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.contexts.table.set_condition(0, Condition::service);
  sm.flow.go_on(0, 9, 1);
  EXPECT_EQ(sm.condition(0), Condition::ready);
  sm.flow.go_on(0, 9, 4);
  EXPECT_EQ(sm.condition(0), Condition::fetch);
  EXPECT_EQ(sm.events.next(), 13u);
}

TEST(Flow, AFenceWaitsForAllAccesses) {
  rig::UnitRig sm;
  sm.start(0, 5);
  EntityTable::State& state = sm.contexts.table[0];
  state.fencing = true;
  state.accesses = 2;
  sm.flow.look_ahead(0);
  EXPECT_EQ(sm.condition(0), Condition::memory_order);
  state.accesses = 1;
  sm.flow.take_result(sm.contexts.table[0], 0, 9);
  EXPECT_EQ(sm.condition(0), Condition::memory_order);
  state.accesses = 0;
  sm.flow.take_result(sm.contexts.table[0], 0, 10);
  EXPECT_EQ(sm.condition(0), Condition::ready);
  EXPECT_FALSE(state.fencing);
}

TEST(Flow, AnInstructionWaitsForTheResultsThatItUses) {
  rig::UnitRig sm;
  sm.start(0, 5);
  DecodedInstruction add;
  add.uses.rows = add.writes.rows = 0b10;
  EntityTable::State& state = sm.contexts.table[0];
  sm.contexts.table.set_next(0, &add);
  state.scoreboard.begin(add.writes, Scoreboard::From::compute);
  sm.flow.look_ahead(0);
  EXPECT_EQ(sm.condition(0), Condition::scoreboard_compute);
  state.scoreboard.end(add.writes, Scoreboard::From::compute);
  sm.flow.take_result(sm.contexts.table[0], 0, 9);
  EXPECT_EQ(sm.condition(0), Condition::ready);
}

TEST(Flow, ResultsDoNotWakeAnEntityThatWaitsForSomethingElse) {
  rig::UnitRig sm;
  sm.start(0, 5);
  for (const Condition other : {Condition::barrier, Condition::service, Condition::fetch}) {
    sm.contexts.table.set_condition(0, other);
    sm.flow.take_result(sm.contexts.table[0], 0, 9);
    EXPECT_EQ(sm.condition(0), other);
  }
}

TEST(Flow, AnEntityEndsAndDrainsWhenItsLastResultIsThere) {
  rig::UnitRig sm;
  sm.start(0, 5);
  exec::Warp& warp = sm.contexts.warps[0];
  warp.parts[0].exit(warp.active());
  sm.contexts.table[0].results = 1;
  sm.flow.advance(0, sm.decoded.at(3), 20);
  EXPECT_EQ(sm.told.back(), "exited 0");
  EXPECT_EQ(sm.condition(0), Condition::draining);
  EXPECT_EQ(sm.watchdog.last_effect(), 20u);
  sm.contexts.table[0].results = 0;
  sm.flow.take_result(sm.contexts.table[0], 0, 25);
  EXPECT_EQ(sm.condition(0), Condition::absent);
}

TEST(Flow, ABarrierReleasesAfterItsLatency) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.flow.arrive(0, sm.decoded.at(0), 0, {}, 10);
  EXPECT_EQ(sm.condition(0), Condition::barrier);
  sm.flow.arrive(1, sm.decoded.at(0), 0, {}, 12);
  EXPECT_EQ(sm.condition(0), Condition::fetch);
  EXPECT_EQ(sm.events.next(), 12 + sm.spec.barrier_latency);
  EXPECT_EQ(sm.told.back(), "released 0 2");
  EXPECT_EQ(sm.watchdog.last_effect(), 12u);
}

}  // namespace
}  // namespace heddle::core
