#include <gtest/gtest.h>

#include "heddle/core/issue/executor_path.hpp"
#include "unit_rig.hpp"

namespace heddle::core {
namespace {

template <typename Shape>
class ExecutorOf : public rig::OfBothShapes<Shape> {};
TYPED_TEST_SUITE(ExecutorOf, rig::Shapes);

TYPED_TEST(ExecutorOf, AnInstructionCountsForItsKernelAndItsEntity) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.executor.template execute<typename TestFixture::Shape>(0, 0, 7);
  sm.executor.template execute<typename TestFixture::Shape>(0, 0, 8);
  sm.executor.template execute<typename TestFixture::Shape>(1, 1, 8);
  sm.executor.count_issued();
  const KernelCounters& counters = sm.counters.kernels[0];
  EXPECT_EQ(counters.warp_instructions, 3u);
  EXPECT_EQ(counters.by_lanes[32], 3u);
  EXPECT_EQ(counters.thread_instructions(), 3u * 32);
  EXPECT_EQ(sm.contexts.views[0].warp_instructions, 2u);
  EXPECT_EQ(sm.contexts.views[0].thread_instructions, 64u);
  EXPECT_EQ(sm.contexts.warps[0].pc(), 2u);
  EXPECT_EQ(sm.contexts.table[0].next, &sm.decoded.at(2));
}

TYPED_TEST(ExecutorOf, AnEntityThatExitsDrains) {
  rig::UnitRig sm(1);
  sm.start(0, 5);
  sm.executor.template execute<typename TestFixture::Shape>(0, 0, 7);
  sm.executor.template execute<typename TestFixture::Shape>(0, 0, 8);
  EXPECT_EQ(sm.condition(0), Condition::absent);
  EXPECT_EQ(sm.counters.kernels[0].warps, 1u);
  EXPECT_EQ(sm.watchdog.last_effect(), 8u);
}

TYPED_TEST(ExecutorOf, AResultIsThereAfterItsLatency) {
  rig::UnitRig sm;
  sm.start(0, 5);
  EntityTable& table = sm.contexts.table;
  DecodedInstruction add = sm.decoded.at(0), next = sm.decoded.at(1);
  add.latency = 6;
  add.writes.rows = next.uses.rows = 0b100;
  table.set_next(0, &add);
  table.begin_cycle(10);
  sm.executor.template execute<typename TestFixture::Shape>(0, 0, 10);
  table.set_next(0, &next);
  sm.flow.look_ahead(0);
  EXPECT_EQ(sm.condition(0), Condition::scoreboard_compute);
  EXPECT_FALSE(table.quiet(0));
  // Either an event or the time tells when the result is there.
  EXPECT_EQ(std::min(sm.events.next(), table.next_wake()), 16u);
  table.begin_cycle(16);
  sm.deliver(16);
  sm.flow.wake(16);
  EXPECT_EQ(sm.condition(0), Condition::ready);
  EXPECT_TRUE(table.quiet(0));
}

}  // namespace
}  // namespace heddle::core
