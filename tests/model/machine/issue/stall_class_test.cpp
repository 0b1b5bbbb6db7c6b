// How cycles without an issue are named where a scheduler looks at some warps only, or a throttle
// holds some.

#include <numeric>

#include <gtest/gtest.h>

#include "mixed_program.hpp"
#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

using model::Stall;

/// `two_level` with one active warp.
gpu::PolicyChoice one_active() {
  gpu::PolicyChoice policies{.warp_scheduler = "two_level"};
  policies.configure = set_of("warp_scheduler.two_level", {{"active", 1}});
  return policies;
}

gpu::MachineSpec one_slot() {
  auto machine = small_machine();
  machine.sm.schedulers = 1;
  return machine;
}

/// Two warps add 100 times to what they have: each waits for its own result, three cycles of four.
/// The second is ready while the first has the only active place, but nobody looks at it: no cycle
/// is the pipeline's or a throttle's.
TEST(StallClass, WarpsThatAreNotActiveAreNotLookedAt) {
  const std::string body = "  mov.u32 %r1, %tid.x;\n" + repeat(100, "  add.u32 %r1, %r1, 1;\n") +
                           "  st.global.u32 [%rd1], %r1;\n";
  Rig rig(one_slot(), one_active());
  const auto stalls = rig.run_body(body, {}, {64}).stalls;
  const auto latency = one_slot().execution.timing(isa::OpClass::integer).latency;
  EXPECT_EQ(stalls.of(Stall::throttled), 0u);
  EXPECT_EQ(stalls.of(Stall::pipeline), 0u);
  EXPECT_GE(stalls.of(Stall::scoreboard_compute), 2u * 99 * (latency - 1));
  Rig all(one_slot(), {.warp_scheduler = "lrr"});
  EXPECT_LE(all.run_body(body, {}, {64}).stalls.of(Stall::scoreboard_compute),
            100u * (latency - 2) + 20);
}

/// One warp waits at a barrier for another, which waits for memory. Both wait long, and take turns
/// in the only active place: every other cycle none has an instruction. To a scheduler that looks
/// at both one of them always has.
TEST(StallClass, TheQueueTurnsInCyclesThatTheSmSleepsThrough) {
  const std::string body =
      "  mov.u32 %r1, %tid.x;\n  mov.u32 %r9, 0;\n  setp.ge.u32 %p1, %r1, 32;\n"
      "  @%p1 ld.global.u32 %r8, [%rd1];\n  @%p1 add.u32 %r9, %r9, %r8;\n  bar.sync 0;\n"
      "  st.global.u32 [%rd1+4096], %r9;\n";
  Rig all(one_slot(), {.warp_scheduler = "lrr"});
  const auto seen = all.run_body(body, {}, {64}).stalls;
  const std::uint64_t wait = seen.of(Stall::scoreboard_memory);
  ASSERT_GT(wait, 100u);
  Rig rig(one_slot(), one_active());
  const auto stalls = rig.run_body(body, {}, {64}).stalls;
  EXPECT_NEAR(static_cast<double>(stalls.of(Stall::barrier)), static_cast<double>(wait) / 2, 20);
  EXPECT_NEAR(static_cast<double>(stalls.of(Stall::scoreboard_memory)),
              static_cast<double>(wait) / 2, 20);
}

TEST(StallClass, ClassesTileTimeUnderEverySchedulerAndThrottle) {
  auto machine = small_machine();
  machine.sm.count = 2;
  machine.l1.bytes = 4096;
  for (const char* scheduler : {"lrr", "gto", "two_level", "fetch_groups", "pro"}) {
    for (const char* throttle : {"none", "swl", "ccws", "daws"}) {
      Rig rig(machine, {.warp_scheduler = scheduler, .throttle = throttle});
      rig.annotate();
      const auto counters = rig.run_body(kMixed, {20}, {128});
      const auto classes = counters.stalls.classes().cycles;
      EXPECT_EQ(std::accumulate(classes.begin(), classes.end(), std::uint64_t{0}),
                duration(counters) * machine.sm.count * machine.sm.schedulers)
          << scheduler << " " << throttle;
      const auto throttled = classes[static_cast<std::size_t>(model::StallClass::throttled)];
      EXPECT_EQ(throttled, counters.stalls.of(Stall::throttled));
      if (std::string(throttle) == "none") {
        EXPECT_EQ(throttled, 0u);
      }
    }
  }
}

/// Two warps of straight arithmetic under `swl` with a limit of one: while the first waits for its
/// results the second could go. The second runs alone: its waits are its own.
TEST(StallClass, CyclesInWhichOnlyTheGateKeepsAWarpAreThrottled) {
  gpu::PolicyChoice policies{.warp_scheduler = "lrr", .throttle = "swl"};
  policies.configure = set_of("throttle.swl", {{"limit", 1}});
  const std::string body = "  mov.u32 %r1, %tid.x;\n" + repeat(100, "  add.u32 %r1, %r1, 1;\n") +
                           "  st.global.u32 [%rd1], %r1;\n";
  Rig rig(one_slot(), policies);
  const auto stalls = rig.run_body(body, {}, {64}).stalls;
  const auto latency = one_slot().execution.timing(isa::OpClass::integer).latency;
  EXPECT_NEAR(static_cast<double>(stalls.of(Stall::throttled)), 100.0 * (latency - 1), 10);
  EXPECT_NEAR(static_cast<double>(stalls.of(Stall::scoreboard_compute)), 100.0 * (latency - 1), 10);
}

}  // namespace
}  // namespace heddle::test
