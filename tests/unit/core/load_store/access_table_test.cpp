#include "heddle/core/load_store/access_table.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

constexpr LaneMask kLow = 0x0000FFFF, kHigh = 0xFFFF0000;

/// An access of two members, a half warp each, with a transaction for each and one for both.
struct TwoHalves {
  TwoHalves() {
    table.join(id, {.owner = 4, .pc = 9, .lanes = kLow, .issued_at = 100});
    table.join(id, {.owner = 5, .pc = 9, .lanes = kHigh, .issued_at = 100});
    Access& access = table[id];
    access.transactions[0] = {.line = 0, .lanes = kLow, .sectors = 1};
    access.transactions[1] = {.line = 128, .lanes = kAllLanes, .sectors = 1};
    access.transactions[2] = {.line = 256, .lanes = kHigh, .sectors = 1};
    access.count = 3;
    table.expect_answers(id);
  }
  AccessTable table;
  std::uint32_t id = table.open(exec::AccessKind::load, 2);
};

TEST(AccessTable, AMemberIsFinishedWhenAllThatItsLanesAskedForHasCome) {
  TwoHalves two;
  two.table.answer(Origin::of_transaction(two.id, 1), Level::dram);
  EXPECT_TRUE(two.table.finished().empty());
  EXPECT_EQ(two.table.in_flight(), 2u);
  two.table.answer(Origin::of_transaction(two.id, 2), Level::l2);
  ASSERT_EQ(two.table.finished().size(), 1u);
  EXPECT_EQ(two.table.finished()[0].owner, 5u);
  EXPECT_EQ(two.table.finished()[0].level, Level::dram);  // the farthest
  EXPECT_EQ(two.table.finished()[0].issued_at, 100u);
  two.table.answer(Origin::of_transaction(two.id, 0), Level::l1);
  ASSERT_EQ(two.table.finished().size(), 2u);
  EXPECT_EQ(two.table.finished()[1].owner, 4u);
  EXPECT_EQ(two.table.in_flight(), 0u);
}

TEST(AccessTable, APlaceIsUsedAgainAfterTheLastHolderHasReleasedIt) {
  TwoHalves two;
  two.table.release(two.id);
  two.table.release(two.id);
  EXPECT_NE(two.table.open(exec::AccessKind::load, 0), two.id);  // the queue still holds it
  two.table.release(two.id);
  EXPECT_EQ(two.table.open(exec::AccessKind::load, 0), two.id);
  EXPECT_EQ(two.table[two.id].members, 0u);
  EXPECT_EQ(two.table[two.id].count, 0u);
}

TEST(AccessTable, TheBanksAreOneAnswerMore) {
  AccessTable table;
  const std::uint32_t id = table.open(exec::AccessKind::load, 0);
  table.join(id, {.owner = 1, .lanes = kAllLanes});
  table[id].transactions[0] = {.line = 0, .lanes = kHigh, .sectors = 1};
  table[id].count = 1;
  table[id].bank_lanes = kLow;
  table.expect_answers(id);
  table.answer(Origin::of_transaction(id, Origin::kBanks), Level::shared);
  EXPECT_TRUE(table.finished().empty());
  table.answer(Origin::of_transaction(id, 0), Level::l2);
  EXPECT_EQ(table.finished().size(), 1u);
}

TEST(AccessTable, AnswersOfTheSmComeInTheirCycleInTheOrderInWhichTheyWereScheduled) {
  AccessTable table;
  for (std::uint16_t owner = 0; owner < 3; ++owner) {
    const std::uint32_t id = table.open(exec::AccessKind::load, 0);
    table.join(id, {.owner = owner, .lanes = kAllLanes});
    table[id].bank_lanes = kAllLanes;
    table.expect_answers(id);
    table.schedule_answer(owner == 1 ? 30 : 40, Origin::of_transaction(id, Origin::kBanks));
  }
  EXPECT_EQ(table.next_answer(), 30u);
  table.deliver(30);
  ASSERT_EQ(table.finished().size(), 1u);
  EXPECT_EQ(table.finished()[0].owner, 1u);
  EXPECT_EQ(table.next_answer(), 40u);
  table.deliver(40);
  ASSERT_EQ(table.finished().size(), 3u);
  EXPECT_EQ(table.finished()[1].owner, 0u);
  EXPECT_EQ(table.finished()[2].owner, 2u);
  EXPECT_EQ(table.next_answer(), kNever);
}

TEST(AccessTable, AtomicsHaveRoomForTheirOperands) {
  AccessTable table;
  const std::uint32_t first = table.open(exec::AccessKind::atomic, 0);
  const std::uint32_t second = table.open(exec::AccessKind::reduction, 0);
  table.atomic(first).lanes = 1;
  table.atomic(second).lanes = 2;
  EXPECT_EQ(table.atomic(first).lanes, 1u);
}

TEST(AccessTable, AnAccessWithoutAnEntryHasOneAnswer) {
  AccessTable table;
  const FinishedAccess access{kNoEntry, 4, 9, exec::AccessKind::load, Level::shared, 100};
  const std::uint32_t first = table.schedule_whole(120, access);
  const std::uint32_t second = table.schedule_whole(121, access);
  EXPECT_EQ(table.in_flight(), 2u);
  table.cancel_whole(second);
  EXPECT_EQ(table.in_flight(), 1u);
  EXPECT_EQ(table.whole(first).issued_at, 100u);
  table.deliver(120);
  ASSERT_EQ(table.finished().size(), 1u);
  EXPECT_EQ(table.finished()[0].id, kNoEntry);
  EXPECT_EQ(table.finished()[0].owner, 4u);
  EXPECT_EQ(table.in_flight(), 0u);
  EXPECT_EQ(table.next_answer(), kNever);
}

}  // namespace
}  // namespace heddle::core
