// PRO's classes of blocks and orders of warps, by the rules of the paper: Figure 3 and Algorithm 1.

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "pro_order.hpp"

namespace heddle::test {
namespace {

using testing::ElementsAre;

TEST_F(ProOrder, InTheFastPhaseTheSortPutsMostProgressFirst) {
  begin();
  EXPECT_THAT(order_.blocks(), ElementsAre(0, 1, 2));
  progress(0, 1, 1, 1);
  progress(1, 30, 70, 50);
  progress(2, 9, 8, 7);
  EXPECT_THAT(order_.blocks(), ElementsAre(0, 1, 2));  // until the sort
  order_.sort();
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 2, 0));
  EXPECT_THAT(order_.warps(1), ElementsAre(4, 5, 3));
  EXPECT_THAT(order_.warps(0), ElementsAre(0, 1, 2));
}

TEST_F(ProOrder, ABlockWithWarpsAtABarrierComesBeforeTheRest) {
  begin();
  progress(0, 5, 3, 4);
  progress(1, 1, 1, 1);
  progress(2, 7, 9, 8);
  order_.barrier_reached(1);
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 0, 2));
  order_.barrier_reached(2);  // as many, more progress
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 1, 0));
  EXPECT_THAT(order_.warps(2), ElementsAre(6, 8, 7));  // those behind first
  order_.barrier_reached(1);                           // more warps
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 2, 0));
  order_.barrier_reached(1);
  order_.barrier_released(1, 3);
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 0, 1));  // by the last snapshot: none was taken
}

TEST_F(ProOrder, ABlockWithEndedWarpsComesFirst) {
  begin();
  progress(0, 5, 3, 4);
  progress(1, 1, 2, 1);
  order_.barrier_reached(2);
  order_.warp_ended(4);
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 2, 0));
  EXPECT_THAT(order_.warps(1), ElementsAre(3, 5));
  order_.warp_ended(0);  // as many ended, more progress
  EXPECT_THAT(order_.blocks(), ElementsAre(0, 1, 2));
  EXPECT_THAT(order_.warps(0), ElementsAre(1, 2));
  order_.warp_ended(3);
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 0, 2));
  order_.warp_ended(5);  // the block has ended
  EXPECT_THAT(order_.blocks(), ElementsAre(0, 2));
}

TEST_F(ProOrder, EndedWarpsWeighMoreThanABarrier) {
  begin();
  order_.warp_ended(3);
  order_.barrier_reached(1);
  order_.barrier_reached(0);
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 0, 2));
  order_.barrier_reached(1);  // all that live: the barrier opens
  order_.barrier_released(1, 2);
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 0, 2));
}

TEST_F(ProOrder, ABlockThatLosesAWarpAtABarrierIsEndingWhenItOpens) {
  begin();
  order_.barrier_reached(1);
  order_.barrier_reached(1);
  order_.warp_ended(5);
  order_.barrier_released(1, 2);
  order_.barrier_reached(0);
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 0, 2));
}

TEST_F(ProOrder, InTheSlowPhaseLeastProgressComesFirst) {
  begin();
  progress(0, 5, 3, 4);
  progress(1, 20, 20, 20);
  progress(2, 9, 7, 8);
  order_.warp_ended(3);
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 0, 2));
  order_.last_block_dispatched(0);
  EXPECT_THAT(order_.blocks(), ElementsAre(0, 2, 1));  // ended warps weigh nothing any more
  EXPECT_THAT(order_.warps(2), ElementsAre(7, 8, 6));
  order_.barrier_reached(2);
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 0, 1));
  progress(0, 50, 50, 50);
  order_.sort();
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 1, 0));
  order_.barrier_reached(2);
  order_.barrier_reached(2);
  order_.barrier_released(2, 3);
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 1, 0));
  order_.warp_ended(8);
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 1, 0));
}

TEST_F(ProOrder, TheChangeOfPhaseOfAKernelLeavesTheBlocksOfOthersInTheirOrder) {
  order_.attach(sm_.view(), {});
  order_.kernel_started(0);
  order_.kernel_started(1);
  dispatch(0, 1);
  dispatch(1, 1);
  dispatch(2, 0);
  progress(0, 1, 1, 1);
  progress(1, 5, 5, 5);
  order_.last_block_dispatched(0);
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 0, 1));
}

TEST_F(ProOrder, ABlockAtABarrierKeepsItsClassThroughTheChangeOfPhase) {
  begin();
  order_.barrier_reached(2);
  order_.last_block_dispatched(0);
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 0, 1));
}

TEST_F(ProOrder, ANewBlockHasMadeNoProgress) {
  begin();
  progress(0, 1, 1, 1);
  progress(2, 2, 2, 2);
  for (const unsigned warp : {3, 4, 5}) order_.warp_ended(warp);
  order_.sort();
  dispatch(1);
  EXPECT_THAT(order_.blocks(), ElementsAre(2, 0, 1));
  EXPECT_THAT(order_.warps(1), ElementsAre(3, 4, 5));
}

TEST_F(ProOrder, PartsOfTheMechanismCanBeLeftOut) {
  begin({.barriers = false, .finishes = false, .slow_phase = false, .warp_sort = false});
  progress(0, 1, 2, 3);
  progress(1, 30, 70, 50);
  order_.barrier_reached(2);
  EXPECT_THAT(order_.blocks(), ElementsAre(0, 1, 2));
  order_.warp_ended(8);
  EXPECT_THAT(order_.blocks(), ElementsAre(0, 1, 2));
  order_.last_block_dispatched(0);
  order_.sort();
  EXPECT_THAT(order_.blocks(), ElementsAre(1, 0, 2));
  EXPECT_THAT(order_.warps(1), ElementsAre(3, 4, 5));
}

TEST(Pro, SortsAtMultiplesOfTheThreshold) {
  Scheduling pro("pro", 4, "threshold = 1000");
  pro.sm.warp(2).thread_instructions = 40;
  pro.sm.at(999);
  EXPECT_EQ(pro.issue({0, 1, 2, 3}), 0u);
  pro.sm.at(1001);  // nothing could issue in cycle 1000
  EXPECT_EQ(pro.issue({0, 1, 2, 3}), 2u);
  pro.sm.warp(1).thread_instructions = 50;
  pro.sm.at(1999);
  EXPECT_EQ(pro.issue({0, 1, 2, 3}), 2u);
  pro.sm.at(2000);
  EXPECT_EQ(pro.issue({0, 1, 2, 3}), 1u);
  EXPECT_EQ(pro.issue({0, 3}), 0u);  // the first in the order that can
}

TEST(Pro, ANewOrderTakesEffectAfterItsLatency) {
  Scheduling pro("pro", 2, "threshold = 1000\nsort_latency = 10");
  pro.sm.at(500);
  EXPECT_EQ(pro.issue({0, 1}), 0u);
  pro.sm.warp(1).thread_instructions = 40;
  pro.sm.at(1009);
  EXPECT_EQ(pro.issue({0, 1}), 0u);
  pro.sm.at(1010);
  EXPECT_EQ(pro.issue({0, 1}), 1u);
}

/// Three blocks of a warp each, the second to fourth that came (1 to 3); the launch in kernel slot
/// 0 is number 7. Nothing is asked between 1500 and 3100: the sorts of 2000 and 3000 are made up
/// for, each with its cycle.
TEST(Pro, NotesItsOrderAtEachSort) {
  Scheduling pro("pro", 3);
  for (const unsigned warp : {0u, 1u, 2u}) pro.scheduler->warp_exited(warp);
  NotesTaken notes;
  pro.scheduler->note_to(notes.subscribers, "pro");
  pro.sm.grids[0] = 7;
  for (const unsigned block : {0u, 1u, 2u}) {
    pro.scheduler->block_dispatched(block, 0, 1);
    pro.sm.launch(block, block, 0);
    pro.scheduler->warp_launched(block);
  }
  pro.sm.warp(0).thread_instructions = 5;
  pro.sm.warp(1).thread_instructions = 9;
  pro.sm.warp(2).thread_instructions = 7;
  pro.sm.at(1500);
  pro.issue({0, 1, 2});
  EXPECT_THAT(notes.lines, ElementsAre("7 1000 pro: 2 3 1"));
  pro.sm.warp(0).thread_instructions = 8;
  pro.sm.at(3100);
  pro.issue({0});
  EXPECT_THAT(notes.lines,
              ElementsAre("7 1000 pro: 2 3 1", "7 2000 pro: 2 1 3", "7 3000 pro: 2 1 3"));
}

/// A block takes the slot of the first one, which has ended: it is the third that came, number 2.
/// In the slow phase least progress comes first.
TEST(Pro, NotesBlocksByTheirPlacesAndTheChangeOfPhase) {
  Scheduling pro("pro", 3);
  NotesTaken notes;
  pro.scheduler->note_to(notes.subscribers, "pro");
  pro.scheduler->warp_exited(0);
  pro.scheduler->warp_exited(1);
  pro.scheduler->warp_exited(2);
  pro.sm.at(400);
  pro.scheduler->block_dispatched(1, 0, 1);
  pro.sm.launch(0, 1, 0);
  pro.scheduler->warp_launched(0);
  pro.scheduler->last_block_dispatched(0);
  pro.scheduler->block_dispatched(0, 0, 1);
  pro.sm.launch(1, 0, 0);
  pro.scheduler->warp_launched(1);
  pro.sm.warp(0).thread_instructions = 5;
  pro.sm.warp(1).thread_instructions = 3;
  pro.sm.at(1000);
  pro.issue({0, 1});
  EXPECT_THAT(notes.lines, ElementsAre("0 400 pro: slow phase", "0 1000 pro: 2 1"));
}

/// Warps 0 and 2 issue from slot 0, 1 and 3 from slot 1; blocks of two warps. By the progress of
/// all warps block 1 leads with 14 to 12; by that of slot 0's, block 0 with 10 to 4.
TEST(Pro, OrdersMayBeOneASlot) {
  for (const bool by_slot : {false, true}) {
    Scheduling pro("pro", 4, by_slot ? "order = \"slot\"" : "", 2);
    for (const unsigned warp : {0u, 1u, 2u, 3u}) pro.scheduler->warp_exited(warp);
    NotesTaken notes;
    pro.scheduler->note_to(notes.subscribers, "pro");
    for (const unsigned block : {0u, 1u}) {
      pro.scheduler->block_dispatched(block, 0, 2);
      for (const unsigned index : {0u, 1u}) {
        pro.sm.launch(2 * block + index, block, index);
        pro.scheduler->warp_launched(2 * block + index);
      }
    }
    const std::array<std::uint64_t, 4> progress = {10, 2, 4, 10};
    for (unsigned warp = 0; warp < 4; ++warp)
      pro.sm.warp(warp).thread_instructions = progress[warp];
    pro.sm.at(1000);
    EXPECT_EQ(pro.issue({0, 2}, 0), by_slot ? 0u : 2u);
    EXPECT_EQ(pro.issue({1, 3}, 1), 3u);
    if (by_slot) {
      EXPECT_THAT(notes.lines, ElementsAre("0 1000 pro: slot 0: 1 2", "0 1000 pro: slot 1: 2 1"));
    } else {
      EXPECT_THAT(notes.lines, ElementsAre("0 1000 pro: 2 1"));
    }
  }
}

/// A kernel whose first block joins another's takes part in its sorts.
TEST(Pro, ThePeriodBeginsWhereNoOtherBlockIs) {
  Scheduling pro("pro", 2);
  NotesTaken notes;
  pro.scheduler->note_to(notes.subscribers, "pro");
  pro.sm.at(300);
  pro.scheduler->kernel_started(1, pro.program);
  pro.scheduler->block_dispatched(1, 1, 1);
  pro.sm.at(1000);
  pro.issue({0, 1});
  EXPECT_THAT(notes.lines, testing::Contains("0 1000 pro: 0"));
}

/// Section III.E: 240 bytes an SM of 48 warps and 8 blocks.
TEST(Pro, TakesThePapersStorage) {
  Scheduling pro("pro", 48);
  EXPECT_EQ(pro.scheduler->storage_bits(), 8u * 240);
}

}  // namespace
}  // namespace heddle::test
