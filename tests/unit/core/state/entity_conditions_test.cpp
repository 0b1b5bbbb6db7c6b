#include "heddle/core/state/entity_conditions.hpp"

#include <gtest/gtest.h>

#include "sm_rig.hpp"

namespace heddle::core {
namespace {

std::string wait_of(unsigned entity, policy::LongWait wait) {
  return "waits " + std::to_string(entity) + " " + std::to_string(static_cast<int>(wait));
}

TEST(EntityConditions, TellsWhereALongWaitBeginsAndEnds) {
  rig::SmRig sm;
  EntityConditions conditions(sm.contexts.table, sm.contexts.entities(), sm.policies);
  conditions.set(2, Condition::fetch);
  EXPECT_TRUE(sm.told.empty());
  conditions.set(2, Condition::barrier);
  conditions.set(2, Condition::meeting);  // the same long wait
  conditions.set(2, Condition::service);
  conditions.set(2, Condition::stopped);
  conditions.set(2, Condition::ready);
  EXPECT_EQ(sm.told,
            (std::vector<std::string>{
                wait_of(2, policy::LongWait::peers), wait_of(2, policy::LongWait::host),
                wait_of(2, policy::LongWait::leaving), wait_of(2, policy::LongWait::none)}));
  EXPECT_EQ(sm.contexts.table[2].condition, Condition::ready);
}

TEST(EntityConditions, ALaunchedWarpWaitsForNothing) {
  rig::SmRig sm;
  EntityConditions conditions(sm.contexts.table, sm.contexts.entities(), sm.policies);
  conditions.set(0, Condition::memory_order);
  conditions.launch(0);
  conditions.set(0, Condition::memory_order);
  EXPECT_EQ(sm.told, (std::vector<std::string>{wait_of(0, policy::LongWait::fence),
                                               wait_of(0, policy::LongWait::fence)}));
}

}  // namespace
}  // namespace heddle::core
