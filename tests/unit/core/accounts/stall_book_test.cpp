#include "heddle/core/accounts/stall_book.hpp"

#include <gtest/gtest.h>

#include "sm_rig.hpp"

namespace heddle::core {
namespace {

using model::Stall;

struct BookRig : rig::SmRig {
  using SmRig::SmRig;
  StallBook book{contexts, policies, gate, probe};
};

// Slots 0 and 1 have entities 0, 2 and 1, 3.
TEST(StallBook, BooksEveryCycleOfEverySlotOnce) {
  BookRig sm;
  sm.set_block(0, 0, 2);
  sm.book.note_kernels();
  sm.set(0, Condition::ready);
  sm.set(1, Condition::scoreboard_memory);
  sm.book.book_issue(0, 0, 0);
  sm.book.book_stall(1, 0, 1);
  sm.book.close(1);
  sm.set(0, Condition::fetch);
  sm.book.account(11);
  const model::StallCounters sums = sm.book.sums(11);
  EXPECT_EQ(sums.of(Stall::issued), 1u);
  EXPECT_EQ(sums.of(Stall::fetch), 10u);
  EXPECT_EQ(sums.of(Stall::scoreboard_memory), 11u);
  EXPECT_EQ(sums.total(), 2u * 11);
}

TEST(StallBook, AccountingAgainUpToTheSameCycleBooksNothing) {
  BookRig sm;
  sm.book.account(5);
  sm.book.account(5);
  sm.book.account(3);
  EXPECT_EQ(sm.book.accounted(), 5u);
  EXPECT_EQ(sm.book.sums(5).of(Stall::empty), 2u * 5);
}

TEST(StallBook, SumsOfALaterCycleAreThoseAfterAccounting) {
  BookRig sm;
  sm.set(0, Condition::barrier);
  const model::StallCounters ahead = sm.book.sums(7);
  EXPECT_EQ(sm.book.accounted(), 0u);
  sm.book.account(7);
  EXPECT_EQ(ahead.cycles, sm.book.sums(7).cycles);
  EXPECT_EQ(ahead.of(Stall::barrier), 7u);
  EXPECT_EQ(ahead.of(Stall::empty), 7u);
}

// The order is that of model::Stall: a slot's first reason counts, whichever entity has it.
TEST(StallBook, TheFirstReasonOfASlotCounts) {
  constexpr std::pair<Condition, Stall> kReasons[] = {
      {Condition::ready, Stall::pipeline},
      {Condition::scoreboard_memory, Stall::scoreboard_memory},
      {Condition::scoreboard_compute, Stall::scoreboard_compute},
      {Condition::memory_order, Stall::memory_order},
      {Condition::service, Stall::service},
      {Condition::barrier, Stall::barrier},
      {Condition::fetch, Stall::fetch},
      {Condition::draining, Stall::drain},
      {Condition::stopped, Stall::stopped}};
  for (const auto& [first, reason] : kReasons) {
    for (const auto& [other, other_reason] : kReasons) {
      BookRig sm;
      sm.set(0, first);
      sm.set(2, other);
      sm.book.account(3);
      EXPECT_EQ(sm.book.sums(3).of(std::min(reason, other_reason)), 3u);
    }
  }
}

TEST(StallBook, EntitiesThatTheGateHoldsThrottleTheirSlot) {
  const policy::Gate closed{rig::mask_of({1, 3}), rig::mask_of({1, 3})};
  BookRig sm({.slots = 2}, &closed);
  DecodedInstruction add;
  for (const unsigned entity : {0u, 1u}) {
    sm.set(entity, Condition::ready);
    sm.contexts.table.set_next(entity, &add);
  }
  model::EntityMask ready = rig::mask_of({0, 1});
  sm.gate.close(ready);
  EXPECT_EQ(ready, rig::mask_of({1}));
  sm.book.account(4);
  EXPECT_EQ(sm.book.sums(4).of(Stall::throttled), 4u);
  EXPECT_EQ(sm.book.sums(4).of(Stall::pipeline), 4u);
}

TEST(StallBook, AKernelAloneHasAllCyclesWithAWarp) {
  BookRig sm;
  sm.book.account(10);  // no block so far
  sm.set_block(0, 3, 1);
  sm.book.note_kernels();
  EXPECT_TRUE(sm.book.has_blocks());
  sm.set(0, Condition::barrier, 3);
  sm.book.account(15);
  EXPECT_EQ(sm.book.of(3, 0).of(Stall::barrier), 5u);
  EXPECT_EQ(sm.book.of(3, 0).of(Stall::empty), 10u);
  EXPECT_EQ(sm.book.of(2, 0).of(Stall::barrier), 0u);
  sm.contexts.table.set_condition(0, Condition::absent);
  sm.set_block(0, 3, 0);
  sm.book.note_kernels();
  EXPECT_FALSE(sm.book.has_blocks());
  sm.book.account(20);
  EXPECT_EQ(sm.book.of(3, 0).of(Stall::barrier), 5u);
  EXPECT_EQ(sm.book.of(3, 0).of(Stall::empty), 15u);
}

TEST(StallBook, WhereKernelsMeetEachCycleHasOne) {
  BookRig sm;
  sm.set_block(0, 0, 2);
  sm.set_block(1, 1, 1);
  sm.book.note_kernels();
  sm.set(0, Condition::barrier, 0, 0);
  sm.set(2, Condition::fetch, 1, 1);
  sm.book.account(6);  // slot 0 waits at a barrier first: kernel 0
  EXPECT_EQ(sm.book.of(0, 0).of(Stall::barrier), 6u);
  EXPECT_EQ(sm.book.of(1, 0).stalled(), 0u);
  sm.book.book_issue(0, 2, 6);
  sm.book.book_stall(1, 6, 7);
  sm.book.close(7);
  EXPECT_EQ(sm.book.of(1, 0).of(Stall::issued), 1u);
  EXPECT_EQ(sm.book.of(0, 0).of(Stall::issued), 0u);
  for (const unsigned slot : {0u, 1u}) {
    const model::StallCounters one = sm.book.of(0, slot), other = sm.book.of(1, slot);
    EXPECT_EQ(one.total() + other.total() - one.of(Stall::empty), 7u) << slot;
  }
}

}  // namespace
}  // namespace heddle::core
