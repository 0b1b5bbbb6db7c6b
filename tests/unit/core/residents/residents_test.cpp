#include "heddle/core/residents/residents.hpp"

#include <gtest/gtest.h>

#include "unit_rig.hpp"

namespace heddle::core {
namespace {

using Entities = std::vector<std::uint16_t>;

/// The warp in the context ends.
void end_warp(rig::UnitRig& sm, unsigned context, Cycle now) {
  exec::Warp& warp = sm.contexts.warps[context];
  warp.parts[0].exit(warp.active());
  sm.contexts.table.set_condition(context, Condition::draining);
  sm.residents.drain(context, now);
}

TEST(Residents, ABlockLaunchesItsWarpsInTheFirstFreeContexts) {
  rig::UnitRig sm;
  sm.contexts.table.set_condition(1, Condition::barrier);  // another block's warp
  sm.residents.start_block(0, 9, 2, 40);
  EXPECT_EQ(sm.residents.launched(), (Entities{0, 2}));
  EXPECT_EQ(sm.told,
            (std::vector<std::string>{"block 0 of kernel 0, 2 warps", "launched 0", "launched 2"}));
  EXPECT_EQ(sm.contexts.resident_block(0), 9u);
  EXPECT_EQ(sm.condition(2), Condition::fetch);
  EXPECT_EQ(sm.contexts.views[2].launched_at, 40u);
  EXPECT_EQ(sm.contexts.views[2].index, 1u);
  EXPECT_EQ(sm.contexts.views[2].launch_order, 1u);
  EXPECT_EQ(sm.residents.occupied_since(), 40u);
  EXPECT_EQ(sm.residents.resources().held_by(0), model::of_block(rig::UnitRig::kDemand));
}

TEST(Residents, TheSmIsOccupiedSinceTheFirstBlockCame) {
  rig::UnitRig sm;
  sm.residents.start_block(0, 1, 2, 40);
  sm.residents.start_block(0, 2, 2, 50);
  EXPECT_EQ(sm.residents.occupied_since(), 40u);
}

TEST(Residents, ABlockWithoutRoomIsAnInternalError) {
  rig::UnitRig sm;
  sm.residents.start_block(0, 1, 2, 40);
  sm.residents.start_block(0, 2, 2, 40);
  EXPECT_THROW(sm.residents.start_block(0, 3, 2, 41), Error);
}

TEST(Residents, ADrainedWarpReturnsItsResourcesAndTheLastOneTheBlock) {
  rig::UnitRig sm;
  sm.residents.start_block(0, 1, 2, 10);
  end_warp(sm, 0, 29);
  ASSERT_EQ(sm.reports.size(), 1u);
  EXPECT_EQ(sm.reports[0].kind, SmReport::Kind::warp_drained);
  EXPECT_EQ(sm.reports[0].amount, model::of_warp(rig::UnitRig::kDemand, 0));
  end_warp(sm, 1, 49);
  ASSERT_EQ(sm.reports.size(), 2u);
  EXPECT_EQ(sm.reports[1].kind, SmReport::Kind::block_finished);
  EXPECT_EQ(sm.reports[0].amount + sm.reports[1].amount, model::of_block(rig::UnitRig::kDemand));
  EXPECT_EQ(sm.residents.resources().free(), resources_of(sm.spec));
  EXPECT_EQ(sm.contexts.resident_block(0), std::nullopt);
  EXPECT_FALSE(sm.book.has_blocks());
  EXPECT_EQ(sm.counters.kernels[0].warps, 2u);
  EXPECT_EQ(sm.counters.kernels[0].blocks, 1u);
  // Both ends of a lifetime count: 10 to 29 and 10 to 49.
  EXPECT_EQ(sm.counters.lifetimes[0].warp.least, 20u);
  EXPECT_EQ(sm.counters.lifetimes[0].warp.greatest, 40u);
  EXPECT_EQ(sm.counters.lifetimes[0].block.greatest, 40u);
}

TEST(Residents, AWarpWithAResultInFlightDoesNotDrain) {
  rig::UnitRig sm;
  sm.residents.start_block(0, 1, 2, 10);
  sm.contexts.table[0].results = 1;
  end_warp(sm, 0, 20);
  EXPECT_EQ(sm.condition(0), Condition::draining);
  EXPECT_TRUE(sm.reports.empty());
}

TEST(Residents, WaitingWarpsStartAsThePolicyLetsThem) {
  rig::UnitRig sm;
  sm.warp_limit = 1;
  sm.residents.start_block(0, 1, 1, 10);
  EXPECT_TRUE(sm.residents.has_waiting());
  EXPECT_TRUE(sm.residents.may_start_waiting());
  EXPECT_EQ(sm.residents.waiting_line(),
            "SM 0: idle block 1 warps 1 to 1 wait for registers and slots");
  sm.residents.start_waiting(10);
  EXPECT_EQ(sm.residents.launched(), (Entities{0}));
  EXPECT_FALSE(sm.residents.may_start_waiting());
  sm.warp_limit = 2;
  sm.residents.apply(0);
  EXPECT_TRUE(sm.residents.may_start_waiting());
  sm.residents.start_waiting(25);
  EXPECT_EQ(sm.residents.launched(), (Entities{0, 1}));
  EXPECT_FALSE(sm.residents.has_waiting());
  ASSERT_EQ(sm.reports.size(), 1u);
  EXPECT_EQ(sm.reports[0].kind, SmReport::Kind::warp_started);
  EXPECT_EQ(sm.reports[0].amount, model::of_warp(rig::UnitRig::kDemand, 1));
  EXPECT_EQ(sm.residents.resources().counters(0, 30).late_warp_cycles, 15u);
}

}  // namespace
}  // namespace heddle::core
