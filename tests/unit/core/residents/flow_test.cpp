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
  sm.contexts.table.begin_heard_result(state, add.writes);
  sm.flow.look_ahead(0);
  EXPECT_EQ(sm.condition(0), Condition::scoreboard_compute);
  EXPECT_EQ(sm.contexts.table.next_wake(), kNever);
  sm.contexts.table.end_heard_result(state, add.writes);
  sm.flow.take_result(sm.contexts.table[0], 0, 9);
  EXPECT_EQ(sm.condition(0), Condition::ready);
}

TEST(Flow, AnEntityIsWokenWhenItsOperandsAreThere) {
  rig::UnitRig sm;
  sm.start(0, 5);
  DecodedInstruction add;
  add.uses.rows = 0b11;
  EntityTable& table = sm.contexts.table;
  table.set_next(0, &add);
  Dependencies row;
  for (const Cycle when : {Cycle{12}, Cycle{9}}) {
    row.rows = when == 12 ? 0b01 : 0b10;
    table.begin_result(table[0], row, when);
  }
  table.begin_cycle(7);
  sm.flow.look_ahead(0);
  EXPECT_EQ(sm.condition(0), Condition::scoreboard_compute);
  EXPECT_EQ(table.next_wake(), 12u);
  table.begin_cycle(12);
  sm.flow.wake(12);
  EXPECT_EQ(sm.condition(0), Condition::ready);
  EXPECT_EQ(table.next_wake(), kNever);
}

TEST(Flow, PendingMemoryNamesTheWaitAndTheEntityIsLookedAtAgain) {
  rig::UnitRig sm;
  sm.start(0, 5);
  DecodedInstruction add;
  add.uses.rows = 0b11;
  EntityTable& table = sm.contexts.table;
  table.set_next(0, &add);
  Dependencies computed, loaded;
  computed.rows = 0b01;
  loaded.rows = 0b10;
  table.begin_result(table[0], computed, 20);
  table[0].scoreboard.begin(loaded, Scoreboard::From::far_memory);
  table.begin_cycle(7);
  sm.flow.look_ahead(0);
  EXPECT_EQ(sm.condition(0), Condition::scoreboard_memory);
  table.begin_cycle(9);
  table[0].scoreboard.end(loaded);
  sm.flow.take_result(table[0], 0, 9);
  EXPECT_EQ(sm.condition(0), Condition::scoreboard_compute);
  EXPECT_EQ(table.next_wake(), 20u);
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

TEST(Flow, WarpsThatDrainInOneCycleEndInTheOrderOfTheirLastInstructions) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.start(1, 5);
  Dependencies row;
  row.rows = 1;
  EntityTable& table = sm.contexts.table;
  table.begin_cycle(20);
  for (const std::uint16_t entity : {2, 0, 3, 1}) table.begin_result(table[entity], row, 30);
  for (const std::uint16_t entity : {0, 1, 2, 3}) {
    exec::Warp& warp = sm.contexts.warps[entity];
    warp.parts[0].exit(warp.active());
    sm.flow.advance(entity, sm.decoded.at(3), 20);
    EXPECT_EQ(sm.condition(entity), Condition::draining);
  }
  EXPECT_EQ(table.next_wake(), 30u);
  table.begin_cycle(30);
  sm.flow.wake(30);
  std::vector<std::uint64_t> ended;
  for (const SmReport& report : sm.reports)
    if (report.kind == SmReport::Kind::block_finished) ended.push_back(report.block);
  // The last instruction of block 1 (entities 2 and 3) has issued before that of block 0.
  EXPECT_EQ(ended, (std::vector<std::uint64_t>{1, 0}));
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
