#include "heddle/core/state/issue_gate.hpp"

#include <gtest/gtest.h>

#include "sm_rig.hpp"

namespace heddle::core {
namespace {

TEST(IssueGate, HoldsReadyEntitiesThatMayNotIssueOrWhoseLoadMayNot) {
  const policy::Gate open_for{rig::mask_of({1, 2, 3}), rig::mask_of({1, 3})};
  rig::SmRig sm({.slots = 2}, &open_for);
  DecodedInstruction add, load;
  load.unit = UnitKind::memory;
  load.l1_load = true;
  const DecodedInstruction* const next[] = {&add, &load, &load, &add};
  for (unsigned entity = 0; entity < 4; ++entity) {
    sm.set(entity, entity == 3 ? Condition::barrier : Condition::ready);
    sm.contexts.table.set_next(entity, next[entity]);
  }
  model::EntityMask ready = rig::mask_of({0, 1});  // entity 2 is ready, but its unit is busy
  EXPECT_TRUE(sm.gate.exists());
  sm.gate.close(ready);
  EXPECT_EQ(ready, rig::mask_of({1}));
  EXPECT_EQ(sm.gate.held(), rig::mask_of({0, 2}));
  EXPECT_FALSE(sm.gate.admits(0));
  EXPECT_TRUE(sm.gate.admits(1));
  EXPECT_FALSE(sm.gate.admits(2));
  sm.contexts.table.set_next(2, &add);
  EXPECT_TRUE(sm.gate.admits(2));
}

TEST(IssueGate, WithoutAThrottleHoldsNone) {
  rig::SmRig sm;
  EXPECT_FALSE(sm.gate.exists());
  EXPECT_TRUE(sm.gate.held().none());
}

}  // namespace
}  // namespace heddle::core
