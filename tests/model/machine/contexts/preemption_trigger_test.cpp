// Which SMs are taken from their blocks for other grids, and when these begin.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "taken_sm.hpp"

namespace heddle::test {
namespace {

class UrgentGrid : public testing::TestWithParam<std::string> {};

TEST_P(UrgentGrid, BeginsWhenTheSmIsFree) {
  const UrgentAfterSlow run(GetParam());
  const Decisions& decisions = run.decisions;
  EXPECT_LT(run.urgent_ended, run.slow_ended);
  ASSERT_EQ(decisions.signals().size(), 1u);
  const model::SmPreempted& signal = decisions.signals().front();
  EXPECT_EQ(signal.method, GetParam());
  EXPECT_GE(signal.signalled, 2000u);
  EXPECT_LT(signal.signalled, 2100u);
  EXPECT_EQ(decisions.first_of(2).cycle + 1, signal.freed);
  EXPECT_EQ(decisions.returned().size(), signal.saved);
  const bool discards = GetParam() == "flush";
  EXPECT_EQ(signal.discarded, discards ? 4u : 0u);
  EXPECT_EQ(signal.saved, discards || GetParam() == "drain" ? 0u : 4u);
}

INSTANTIATE_TEST_SUITE_P(Methods, UrgentGrid,
                         testing::Values("occup", "live", "live_cp", "select", "live_tbcp",
                                         "inplace", "drain", "flush", "progress", "chimera"));

/// One grid has the SM, and seven more have the other kernel slots and no room.
TEST(PriorityTrigger, TakesAnSmWhereAllKernelSlotsAreTaken) {
  Rig rig(preempted_machine(1), choice_of("priority", "occup"));
  Decisions decisions;
  rig.gpu().attach(decisions);
  std::vector<std::uint64_t> slow;
  for (std::uint64_t number = 1; number <= core::kKernelSlots; ++number)
    slow.push_back(rig.start(counting(5000), {4}, {64}, Rig::Launch{.number = number}));
  rig.gpu().advance(2000);
  const auto urgent =
      rig.start(counting(100), {1}, {64}, Rig::Launch{.number = 20, .priority = -1});
  const Cycle ended = rig.finish(urgent).ended;
  ASSERT_EQ(decisions.signals().size(), 1u);
  EXPECT_LT(decisions.signals().front().signalled, 2100u);
  EXPECT_EQ(decisions.first_of(20).cycle + 1, decisions.signals().front().freed);
  for (const std::uint64_t grid : slow) {
    const gpu::GridCounters counters = rig.finish(grid);
    EXPECT_LT(ended, counters.ended);
    EXPECT_EQ(counters.kernel.blocks, 4u);
  }
}

TEST(PriorityTrigger, TakesNoSmFromEqualsOrFromTheMoreUrgent) {
  for (const std::int32_t priority : {0, 1}) {
    Rig rig(preempted_machine(1), choice_of("priority", "occup"));
    Decisions decisions;
    rig.gpu().attach(decisions);
    const auto first = rig.start(counting(5000), {8}, {64}, Rig::Launch{.number = 1});
    rig.gpu().advance(2000);
    const auto second =
        rig.start(counting(100), {1}, {64}, Rig::Launch{.number = 2, .priority = priority});
    rig.finish(first);
    rig.finish(second);
    EXPECT_TRUE(decisions.signals().empty());
  }
}

/// Four blocks fill an SM: eight that wait need two SMs.
TEST(PriorityTrigger, TakesAsManySmsAsTheBlocksNeed) {
  Rig rig(preempted_machine(4), choice_of("priority", "occup"));
  Decisions decisions;
  rig.gpu().attach(decisions);
  const auto slow = rig.start(counting(5000), {32}, {64}, Rig::Launch{.number = 1});
  rig.gpu().advance(2000);
  const auto urgent = rig.start(counting(100), {8}, {64}, Rig::Launch{.number = 2, .priority = -1});
  rig.finish(urgent);
  EXPECT_EQ(decisions.signals().size(), 2u);
  rig.finish(slow);
}

/// Four blocks fill an SM: 16 that wait need four SMs of the seven that are the grid's share.
TEST(ReclaimTrigger, TakesNoMoreSmsThanTheBlocksNeed) {
  Rig rig(preempted_machine(15), choice_of("reclaim", "occup"));
  Decisions decisions;
  rig.gpu().attach(decisions);
  const auto first = rig.start(counting(5000), {60}, {64}, Rig::Launch{.number = 1});
  rig.gpu().advance(2000);
  const auto second = rig.start(counting(2000), {16}, {64}, Rig::Launch{.number = 2});
  rig.finish(second);
  rig.finish(first);
  EXPECT_EQ(decisions.signals().size(), 4u);
}

/// Of four SMs two are the share of each grid.
TEST(ReclaimTrigger, GivesEachGridItsShare) {
  Rig rig(preempted_machine(4), choice_of("reclaim", "occup"));
  Decisions decisions;
  rig.gpu().attach(decisions);
  const auto first = rig.start(counting(5000), {64}, {64}, Rig::Launch{.number = 1});
  rig.gpu().advance(2000);
  const auto second = rig.start(counting(2000), {64}, {64}, Rig::Launch{.number = 2});
  rig.gpu().advance(30000);
  EXPECT_EQ(decisions.signals().size(), 2u);
  std::vector<bool> of_second(4);
  for (const model::BlockSent& sent : decisions.sent())
    if (sent.grid == 2) of_second[sent.sm] = true;
  EXPECT_EQ(std::ranges::count(of_second, true), 2);
  rig.finish(second);
  rig.finish(first);
}

}  // namespace
}  // namespace heddle::test
