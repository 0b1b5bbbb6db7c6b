#include <gtest/gtest.h>

#include "heddle/core/issue/issue_path.hpp"
#include "unit_rig.hpp"

namespace heddle::core {
namespace {

using model::Stall;

template <typename Shape>
class IssueStageOf : public rig::OfBothShapes<Shape> {};
TYPED_TEST_SUITE(IssueStageOf, rig::Shapes);

TYPED_TEST(IssueStageOf, EachSlotIssuesFromOneOfItsEntities) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.start(1, 6);
  sm.book.account(8);
  const model::StallCounters before = sm.book.sums(8);
  sm.issue_stage.template issue<typename TestFixture::Shape>(8, 5);
  model::StallCounters issued = sm.book.sums(9);
  issued -= before;
  EXPECT_EQ(issued.of(Stall::issued), 2u);
  EXPECT_EQ(issued.total(), 2u);
  EXPECT_EQ(sm.book.accounted(), 9u);
  // The scheduler picks the first of each slot's two.
  for (unsigned entity = 0; entity < 4; ++entity)
    EXPECT_EQ(sm.contexts.views[entity].warp_instructions, entity < 2 ? 1u : 0u) << entity;
}

TYPED_TEST(IssueStageOf, ASlotWithoutAReadyEntityIsBookedAsStalled) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.contexts.table.set_condition(1, Condition::barrier);
  sm.book.account(8);
  const model::StallCounters before = sm.book.sums(8);
  sm.issue_stage.template issue<typename TestFixture::Shape>(8, 5);
  model::StallCounters cycle = sm.book.sums(9);
  cycle -= before;
  EXPECT_EQ(cycle.of(Stall::issued), 1u);
  EXPECT_EQ(cycle.of(Stall::barrier), 1u);
}

// One sp pipeline, for which both slots have an instruction every fourth cycle: who is the first to
// choose takes it, and the turn passes when it does, not with the cycle.
TYPED_TEST(IssueStageOf, SlotsTakeTurnsAtASharedPipeline) {
  rig::UnitRig sm;
  sm.start(0, 5);
  DecodedInstruction add = sm.decoded.at(0);
  add.unit = UnitKind::sp;
  unsigned turn = 0;
  for (const Cycle now : {10, 14, 18, 22}) {
    for (const unsigned entity : {0u, 1u}) {
      sm.contexts.table.set_next(entity, &add);
      sm.contexts.warps[entity].parts[0].start(kAllLanes, 0);
      sm.contexts.table.set_condition(entity, Condition::ready);
      sm.contexts.views[entity].warp_instructions = 0;
    }
    sm.issue_stage.template issue<typename TestFixture::Shape>(now, 5);
    EXPECT_EQ(sm.contexts.views[turn].warp_instructions, 1u) << now;
    EXPECT_EQ(sm.contexts.views[1 - turn].warp_instructions, 0u) << now;
    turn = 1 - turn;
  }
}

TYPED_TEST(IssueStageOf, TheNextCycleIsThatInWhichAUnitIsFree) {
  rig::UnitRig sm;
  sm.start(0, 5);
  EXPECT_EQ(sm.issue_stage.template next<typename TestFixture::Shape>(8, kNever), 9u);
  EXPECT_EQ(sm.issue_stage.template next<typename TestFixture::Shape>(8, 9), 9u);
  DecodedInstruction add = sm.decoded.at(0);
  add.unit = UnitKind::sp;
  for (const unsigned entity : {0u, 1u}) sm.contexts.table.set_next(entity, &add);
  sm.units.take(0, UnitKind::sp, 8, 5);
  EXPECT_EQ(sm.issue_stage.template next<typename TestFixture::Shape>(8, kNever), 13u);
  EXPECT_EQ(sm.issue_stage.template next<typename TestFixture::Shape>(8, 11), 11u);
  EXPECT_TRUE(sm.issue_stage.issuable(12).none());
  EXPECT_EQ(sm.issue_stage.issuable(13), rig::mask_of({0, 1}));
  for (const unsigned entity : {0u, 1u})
    sm.contexts.table.set_condition(entity, Condition::barrier);
  EXPECT_EQ(sm.issue_stage.template next<typename TestFixture::Shape>(8, kNever), kNever);
}

}  // namespace
}  // namespace heddle::core
