#include "heddle/core/state/entity_table.hpp"

#include <gtest/gtest.h>

#include "sm_rig.hpp"

namespace heddle::core {
namespace {

TEST(EntityTable, EachEntityIsInExactlyOneCondition) {
  EntityTable table(4);
  EXPECT_EQ(table.in(Condition::absent), rig::mask_of({0, 1, 2, 3}));
  table.set_condition(1, Condition::ready);
  table.set_condition(3, Condition::ready);
  table.set_condition(3, Condition::barrier);
  model::EntityMask all;
  unsigned count = 0;
  for (unsigned condition = 0; condition < kConditions; ++condition) {
    all |= table.in(static_cast<Condition>(condition));
    count += table.in(static_cast<Condition>(condition)).count();
  }
  EXPECT_EQ(all, rig::mask_of({0, 1, 2, 3}));
  EXPECT_EQ(count, 4u);
  EXPECT_EQ(table.in(Condition::ready), rig::mask_of({1}));
  EXPECT_EQ(table[3].condition, Condition::barrier);
}

TEST(EntityTable, KnowsWhoWantsAUnit) {
  EntityTable table(3);
  DecodedInstruction add, load;
  add.unit = UnitKind::sp;
  load.unit = UnitKind::memory;
  table.set_next(0, &add);
  table.set_next(1, &load);
  table.set_next(2, &load);
  table.set_next(2, &add);
  EXPECT_EQ(table.wanting(UnitKind::sp), rig::mask_of({0, 2}));
  EXPECT_EQ(table.wanting(UnitKind::memory), rig::mask_of({1}));
  table.set_next(1, nullptr);
  EXPECT_TRUE(table.wanting(UnitKind::memory).none());
}

TEST(EntityTable, AnEntityIsQuietWithNothingInFlight) {
  EntityTable table(1);
  EXPECT_TRUE(table.quiet(0));
  table[0].accesses = 1;
  EXPECT_FALSE(table.quiet(0));
  table[0].accesses = 0;
  table[0].results = 1;
  EXPECT_FALSE(table.quiet(0));
  table.launch(0, 2, 5);
  EXPECT_TRUE(table.quiet(0));
  EXPECT_EQ(table[0].kernel, 2u);
  EXPECT_EQ(table[0].block_slot, 5u);
}

TEST(EntityTable, AnEntityIsQuietFromTheCycleOfItsLastResultOn) {
  EntityTable table(2);
  Dependencies row;
  row.rows = 1;
  table.begin_cycle(3);
  table.begin_result(table[1], row, 8);
  table.wake_after_results(0);
  EXPECT_EQ(table.next_wake(), kNever);
  table.wake_after_results(1);
  EXPECT_EQ(table.next_wake(), 8u);
  table.begin_cycle(7);
  EXPECT_FALSE(table.quiet(1));
  table.begin_cycle(8);
  EXPECT_TRUE(table.quiet(1));
  std::vector<unsigned> woken;
  table.take_wakes([&](unsigned entity) { woken.push_back(entity); });
  EXPECT_EQ(woken, std::vector<unsigned>{1});
}

}  // namespace
}  // namespace heddle::core
