#include "heddle/core/load_store/bank_plan.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

constexpr Cycle kLatency = 20;

/// A warp's access that issues in cycle 9 and occupies the banks for two cycles.
BankPlan::Planned access(Cycle ready, Cycle unit_free) {
  return {.member = {.owner = 4, .pc = 7, .lanes = kAllLanes, .issued_at = 9},
          .kind = exec::AccessKind::load,
          .kernel = 1,
          .bank_cycles = 2,
          .ready = ready,
          .unit_free = unit_free};
}

TEST(BankPlan, AnAccessLeavesWhenItsAddressesAreKnownAndTheUnitIsFree) {
  AccessTable table;
  BankPlan plan(table, kLatency);
  EXPECT_EQ(plan.next(), kNever);
  EXPECT_EQ(plan.add(access(3, 5)), 9u + 2);
  EXPECT_EQ(plan.add(access(12, 11)), 12u + 2);
  EXPECT_EQ(plan.add(access(12, 14)), 14u + 2);
  EXPECT_EQ(table.next_answer(), 9 + kLatency + 1);
  plan.advance(9);
  EXPECT_EQ(plan.size(), 3u);
  plan.advance(10);
  EXPECT_EQ(plan.size(), 2u);
  EXPECT_EQ(plan.next(), 12u);
  plan.advance(20);
  EXPECT_EQ(plan.size(), 0u);
  table.deliver(14 + kLatency + 1);
  ASSERT_EQ(table.finished().size(), 3u);
  EXPECT_EQ(table.finished()[2].owner, 4u);
  EXPECT_EQ(table.finished()[2].issued_at, 9u);
}

TEST(BankPlan, NothingLeavesBeforeTheFirstCycleNorWhereNothingWaits) {
  AccessTable table;
  BankPlan plan(table, kLatency);
  plan.advance(0);
  plan.advance(kNever);
  EXPECT_EQ(plan.size(), 0u);
  EXPECT_EQ(plan.add(access(3, 5)), 9u + 2);
  plan.advance(0);
  EXPECT_EQ(plan.size(), 1u);
  EXPECT_EQ(plan.next(), 9u);
}

TEST(BankPlan, AccessesThatAreNoLongerPlannedWaitBeforeTheOthersOfTheQueue) {
  for (const Cycle now : {10, 13}) {
    AccessTable table;
    BankPlan plan(table, kLatency);
    AccessQueue queue;
    plan.add(access(14, 11));
    plan.add(access(14, 16));
    const std::uint32_t other = table.open(exec::AccessKind::store, 0);
    queue.ids.push(other);
    // The unit is free from cycle 11 on, tries the first access then, and waits until 14.
    EXPECT_EQ(plan.requeue(queue, now, 18), now < 11 ? 11u : 14u);
    EXPECT_EQ(plan.next(), kNever);
    EXPECT_EQ(table.next_answer(), kNever);
    ASSERT_EQ(queue.ids.size(), 3u);
    EXPECT_EQ(queue.ids[2], other);
    const Access& first = table[queue.ids[0]];
    EXPECT_EQ(first.ready, 14u);
    EXPECT_EQ(first.bank_cycles, 2u);
    EXPECT_EQ(first.member[0].outstanding, 1u);
    EXPECT_EQ(plan.requeue(queue, now, 18), 18u);
  }
}

}  // namespace
}  // namespace heddle::core
