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

TYPED_TEST(ExecutorOf, AResultIsWrittenBackAfterItsLatency) {
  rig::UnitRig sm;
  sm.start(0, 5);
  DecodedInstruction add = sm.decoded.at(0), next = sm.decoded.at(1);
  add.latency = 6;
  add.writes.rows = next.uses.rows = 0b100;
  sm.contexts.table.set_next(0, &add);
  sm.executor.template execute<typename TestFixture::Shape>(0, 0, 10);
  EXPECT_EQ(sm.events.next(), 16u);
  EXPECT_EQ(sm.contexts.table[0].results, 1u);
  sm.contexts.table.set_next(0, &next);
  sm.flow.look_ahead(0);
  EXPECT_EQ(sm.condition(0), Condition::scoreboard_compute);
}

}  // namespace
}  // namespace heddle::core
