#include "heddle/core/accounts/stall_book.hpp"

#include <gtest/gtest.h>

#include "heddle/base/splitmix.hpp"
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

/// Does the same with two books: one of an SM that nobody observes, and one that books each cycle
/// of each slot by itself.
class TwoBooks {
 public:
  explicit TwoBooks(std::uint64_t seed) : random_(seed) {}

  void run_cycle() {
    if (random_() % 3 == 0) now_ += random_() % 40;
    plain_.book.pass<PlainShape>(now_);
    each_.book.pass<GeneralShape>(now_);
    change();  // results that arrive
    for (const unsigned slot : {0u, 1u}) issue(slot);
    plain_.book.close(++now_);
    each_.book.close(now_);
    change();  // accesses that finish
  }
  void compare() {
    const Cycle at = now_ + random_() % 20;
    EXPECT_EQ(plain_.book.sums(at).cycles, each_.book.sums(at).cycles);
    EXPECT_EQ(plain_.book.sums(at).total(), 2 * at);
  }
  void account() {
    plain_.book.account(now_);
    for (const unsigned kernel : {0u, 1u})
      for (const unsigned slot : {0u, 1u})
        EXPECT_EQ(plain_.book.of(kernel, slot).cycles, each_.book.of(kernel, slot).cycles);
  }

 private:
  void issue(unsigned slot) {
    const auto entity = static_cast<unsigned>(slot + 2 * (random_() % 2));
    switch (random_() % 4) {
      case 0:
        plain_.book.book_issue<PlainShape>(slot, entity, now_);
        each_.book.book_issue(slot, entity, now_);
        return change();  // an issue may end warps or release barriers of both slots
      case 1:
        plain_.book.book_refusal<PlainShape>(slot, now_);
        return each_.book.book_refusal(slot, now_);
      default:
        plain_.book.book_stall<PlainShape>(slot, now_, now_ + 1);
        each_.book.book_stall(slot, now_, now_ + 1);
    }
  }
  void change() {
    for (auto left = random_() % 3; left != 0; --left) {
      const auto entity = static_cast<unsigned>(random_() % 4);
      const auto condition = static_cast<Condition>(random_() % kConditions);
      const auto block = static_cast<std::uint16_t>(entity / 2);
      plain_.set(entity, condition, kernels_[block], block);
      each_.set(entity, condition, kernels_[block], block);
    }
    if (random_() % 30 != 0) return;
    const auto block = static_cast<std::uint16_t>(random_() % 2);
    kernels_[block] = static_cast<std::uint8_t>(random_() % 2);
    const auto warps = static_cast<unsigned>(random_() % 3);
    for (BookRig* const rig : {&plain_, &each_}) {
      rig->set_block(block, kernels_[block], warps);
      rig->book.note_kernels();
      for (const unsigned entity : {2u * block, 2u * block + 1})
        rig->set(entity, Condition::fetch, kernels_[block], block);
    }
  }

  SplitMix random_;
  BookRig plain_, each_;
  std::array<std::uint8_t, 2> kernels_{};  // by block
  Cycle now_ = 0;
};

TEST(StallBook, SpansCountAsCyclesThatAreBookedOneByOne) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    TwoBooks books(seed);
    for (int i = 0; i < 400; ++i) {
      books.run_cycle();
      if (i % 7 == 0) books.compare();
      if (i % 50 == 0) books.account();
    }
  }
}

}  // namespace
}  // namespace heddle::core
