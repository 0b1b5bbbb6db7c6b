#include "heddle/core/eviction/checkpoint.hpp"

#include <gtest/gtest.h>

#include "unit_rig.hpp"

namespace heddle::core {
namespace {

/// A block with number 7 in slot 0, whose warps are ready.
struct StoppedRig : rig::UnitRig {
  StoppedRig() {
    start(7, 5);
    told.clear();
  }
};

TEST(Checkpoint, AStopThatNamesAnotherBlockDoesNothing) {
  StoppedRig sm;
  sm.checkpoint.stop(0, 0, 8);
  sm.checkpoint.stop(0, 1, 7);
  sm.checkpoint.stop(1, 0, 7);
  EXPECT_FALSE(sm.checkpoint.is_stopping());
}

TEST(Checkpoint, HoldsWhatCouldIssueAndLeavesWhatWaitsElsewhere) {
  StoppedRig sm;
  sm.contexts.table.set_condition(1, Condition::barrier);
  sm.checkpoint.stop(0, 0, 7);
  sm.checkpoint.hold();
  EXPECT_EQ(sm.condition(0), Condition::stopped);
  EXPECT_EQ(sm.condition(1), Condition::barrier);
}

TEST(Checkpoint, SavesABlockOnceNothingOfItIsInFlight) {
  StoppedRig sm;
  sm.contexts.table[1].accesses = 1;
  sm.checkpoint.stop(0, 0, 7);
  sm.checkpoint.hold();
  sm.checkpoint.save_quiet_blocks(10);
  EXPECT_TRUE(sm.reports.empty());
  sm.contexts.table[1].accesses = 0;
  sm.checkpoint.save_quiet_blocks(14);
  EXPECT_FALSE(sm.checkpoint.is_stopping());
  ASSERT_EQ(sm.reports.size(), 1u);
  EXPECT_EQ(sm.reports[0].kind, SmReport::Kind::block_saved);
  EXPECT_EQ(sm.reports[0].amount, model::of_block(rig::UnitRig::kDemand));
  EXPECT_EQ(sm.contexts.resident_warps(), 0u);
  EXPECT_EQ(sm.contexts.resident_block(0), std::nullopt);
  const std::string leaves = std::to_string(static_cast<int>(policy::LongWait::leaving));
  EXPECT_EQ(sm.told, (std::vector<std::string>{"waits 0 " + leaves, "waits 1 " + leaves, "exited 0",
                                               "exited 1"}));
  const BlockContext saved = sm.checkpoint.take_saved();
  EXPECT_EQ(saved.state.id, 7u);
  EXPECT_EQ(saved.warps.size(), 2u);
  EXPECT_EQ(saved.resided, 10u);  // cycles 5 to 14
}

TEST(Checkpoint, ARestoredBlockGoesOnWhereItWas) {
  StoppedRig sm;
  sm.contexts.warps[0].parts[0].advance();
  sm.contexts.warps[0].parts[0].advance();
  sm.contexts.views[0].warp_instructions = 2;
  sm.flow.arrive(1, sm.decoded.at(0), 0, {.id = 3}, 8);
  sm.checkpoint.stop(0, 0, 7);
  sm.checkpoint.hold();
  sm.checkpoint.save_quiet_blocks(10);
  sm.told.clear();
  sm.contexts.table.set_condition(0, Condition::service);  // another warp has taken the context
  sm.checkpoint.expect(0, sm.checkpoint.take_saved());
  sm.checkpoint.restore(0, 7, 50);
  EXPECT_EQ(sm.residents.launched(), (std::vector<std::uint16_t>{1, 2}));
  sm.flow.start_launched(50);
  EXPECT_EQ(sm.contexts.resident_block(0), 7u);
  EXPECT_EQ(sm.contexts.warps[1].pc(), 2u);
  EXPECT_EQ(sm.contexts.views[1].warp_instructions, 2u);
  EXPECT_EQ(sm.condition(1), Condition::fetch);
  EXPECT_EQ(sm.condition(2), Condition::barrier);
  EXPECT_EQ(sm.contexts.table[2].barrier, 3u);
  EXPECT_EQ(sm.told.front(), "block 0 of kernel 0, 2 warps");
  EXPECT_EQ(sm.told.back(), "reached 0");
  EXPECT_EQ(sm.residents.resources().held_by(0), model::of_block(rig::UnitRig::kDemand));
}

/// Parts 0 to 2 of a warp are a gang, 3 and 4 another, and 5 to 7 issue alone: all at one place,
/// where they have come one after the other. A warp that has not begun is one gang.
TEST(Checkpoint, AWarpComesBackWithTheGangsThatItHad) {
  constexpr exec::PartMask kAllParts = 0xFF;
  rig::UnitRig sm(3, {.parts = 8, .slots = 8, .lane_groups = 8, .gangs = {.per_cycle = 2}});
  const auto launch = [&] {
    sm.gangs.form(sm.residents.launched());
    sm.flow.start_launched(0);
  };
  sm.residents.start_block(0, 7, 2, 0);
  launch();
  ASSERT_EQ(sm.contexts.gangs.way(0, 0), kAllParts);
  sm.contexts.gangs.split(0, {0, 0, 0, 1, 1, 2, 3, 4});
  sm.contexts.views[0].warp_instructions = 1;
  sm.deliver(1);
  sm.contexts.for_each_entity(
      0, [&](std::uint16_t entity) { sm.contexts.table.set_condition(entity, Condition::ready); });
  sm.checkpoint.stop(0, 0, 7);
  sm.checkpoint.hold();
  sm.checkpoint.save_quiet_blocks(2);
  EXPECT_TRUE(sm.contexts.gangs.ganged().none());
  sm.checkpoint.expect(0, sm.checkpoint.take_saved());
  sm.checkpoint.restore(0, 7, 50);
  launch();
  EXPECT_EQ(sm.contexts.gangs.way(0, 0), 0b111);
  EXPECT_EQ(sm.contexts.gangs.way(0, 1), 0b11000);
  EXPECT_EQ(sm.contexts.gangs.way(0, 2), 0);
  EXPECT_EQ(sm.contexts.gangs.way(1, 0), kAllParts);
}

TEST(Checkpoint, ABlockThatEndsWhileItStopsIsNotSaved) {
  StoppedRig sm;
  sm.checkpoint.stop(0, 0, 7);
  for (const std::uint16_t entity : {0, 1}) {
    exec::Warp& warp = sm.contexts.warps[entity];
    warp.parts[0].exit(warp.active());
    sm.flow.advance(entity, sm.decoded.at(3), 9);
  }
  // Another block takes the slot in the same cycle.
  sm.residents.start_block(0, 8, 2, 9);
  sm.checkpoint.hold();
  sm.checkpoint.save_quiet_blocks(9);
  EXPECT_FALSE(sm.checkpoint.is_stopping());
  EXPECT_EQ(sm.contexts.resident_block(0), 8u);
  EXPECT_EQ(sm.condition(0), Condition::fetch);
  EXPECT_EQ(sm.reports.back().kind, SmReport::Kind::block_finished);
}

}  // namespace
}  // namespace heddle::core
