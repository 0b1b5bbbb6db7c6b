// Lost locality as an observer sees it, under any throttle and scheduler.

#include <gtest/gtest.h>

#include "heddle/probe/lost_locality/locality_losses.hpp"
#include "load_text.hpp"
#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

/// Whole lines of 128 B, so many of them, fully associative.
gpu::MachineSpec machine_with(std::uint32_t lines) {
  auto machine = small_machine();
  machine.l1.sectored = false;
  machine.l1.allocation = core::Allocation::on_miss;
  machine.l1.bytes = std::uint64_t{lines} * 128;
  machine.l1.associativity = lines;
  return machine;
}

struct Noted final : model::Hears<model::PolicyNote> {
  void on(const model::PolicyNote& note) override { count += note.policy == "ccws" ? 1 : 0; }
  std::uint64_t count = 0;
};

struct Losses {
  probe::LossCounts seen;
  std::uint64_t noted = 0;  ///< by ccws
  std::uint64_t hits = 0;
};

Losses losses_of(const std::string& body, Dim3 grid, Dim3 block, const gpu::MachineSpec& machine,
                 const gpu::PolicyChoice& policies = {}, unsigned host_threads = 1) {
  Rig rig(machine, policies, host_threads);
  rig.annotate();
  rig.attach("lost_locality");
  std::vector<Noted> notes(machine.sm.count);
  for (std::uint32_t sm = 0; sm < machine.sm.count; ++sm) rig.gpu().listen(sm, notes[sm]);
  const auto counters = rig.run_body(body, grid, block);
  Losses losses{.seen = counted<probe::LossCounts>(counters), .hits = counters.kernel.l1.hits};
  for (const Noted& sm : notes) losses.noted += sm.count;
  return losses;
}

/// The warp loads the line of this number, and waits for it.
std::string load(unsigned warp, unsigned line) {
  return fmt::format(
      "  setp.eq.u32 %p1, %r2, {};\n  @%p1 ld.global.u32 %r8, [%rd1+{}];\n"
      "  @%p1 add.u32 %r9, %r9, %r8;\n  bar.sync 0;\n",
      warp, 128 * line);
}

// Two lines fit.
TEST(LostLocality, IsOfTheWarpThatHadTheLine) {
  const auto machine = machine_with(2);
  const std::string pushed_out = kNumberThreads + load(0, 0) + load(1, 1) + load(1, 2);
  const auto own = losses_of(pushed_out + load(0, 0) + kStoreSum, {}, {64}, machine);
  EXPECT_EQ(own.seen.events, 1u);
  EXPECT_EQ(own.seen.gated, 0u);
  const auto other = losses_of(pushed_out + load(1, 0) + kStoreSum, {}, {64}, machine);
  EXPECT_EQ(other.seen.events, 0u);
  const auto kept = losses_of(kNumberThreads + load(0, 0) + load(1, 1) + load(0, 0) + kStoreSum, {},
                              {64}, machine);
  EXPECT_EQ(kept.seen.events, 0u);
  EXPECT_EQ(kept.hits, 1u);
}

/// Warps of the grid that go `trips` times through eight lines of their own, a line for four lanes;
/// `loop` false: the same without a loop.
std::string walk(unsigned trips, bool loop = true) {
  const std::string head =
      kNumberThreads +
      "  mov.u32 %r4, %ctaid.x;\n  mov.u32 %r5, %ntid.x;\n  mad.lo.u32 %r4, %r4, %r5, %r1;\n"
      "  shr.u32 %r4, %r4, 2;\n  mul.wide.u32 %rd2, %r4, 128;\n  add.u64 %rd2, %rd1, %rd2;\n";
  const std::string trip = "  ld.global.u32 %r8, [%rd2];\n  add.u32 %r9, %r9, %r8;\n";
  if (!loop) return head + repeat(trips, trip) + kStoreSum;
  return head + fmt::format("  mov.u32 %r6, {};\nL:\n", trips) + trip +
         "  sub.u32 %r6, %r6, 1;\n  setp.ne.u32 %p2, %r6, 0;\n  @%p2 bra L;\n" + kStoreSum;
}

TEST(LostLocality, UnderCcwsIsWhatCcwsCounts) {
  auto machine = machine_with(32);
  machine.sm.count = 2;
  for (const char* scheduler : {"gto", "lrr", "two_level", "pro"}) {
    const auto losses =
        losses_of(walk(12), {8}, {128}, machine, {.warp_scheduler = scheduler, .throttle = "ccws"});
    EXPECT_GT(losses.seen.events, 20u) << scheduler;
    EXPECT_EQ(losses.seen.events, losses.noted) << scheduler;
    EXPECT_LE(losses.seen.gated, losses.seen.events);
  }
}

TEST(LostLocality, IsSeenUnderAnyThrottleAndDoesNotDependOnThreads) {
  auto machine = machine_with(32);
  machine.sm.count = 4;
  for (const char* throttle : {"none", "swl", "ccws", "daws"}) {
    const gpu::PolicyChoice policies{.warp_scheduler = "lrr", .throttle = throttle};
    const auto one = losses_of(walk(12), {32}, {128}, machine, policies);
    EXPECT_GT(one.seen.events + one.hits, 0u) << throttle;
    for (const unsigned threads : {2u, 3u, 4u}) {
      const auto more = losses_of(walk(12), {32}, {128}, machine, policies, threads);
      EXPECT_EQ(more.seen.events, one.seen.events) << throttle;
      EXPECT_EQ(more.seen.gated, one.seen.gated) << throttle;
    }
  }
}

/// `swl` holds a warp before it begins and never after: nothing is lost after a gate in a loop.
TEST(LostLocality, AGateOutsideTheLoopDoesNotCount) {
  const gpu::PolicyChoice none{.warp_scheduler = "lrr"};
  EXPECT_EQ(losses_of(walk(12), {4}, {128}, machine_with(32), none).seen.gated, 0u);
  gpu::PolicyChoice swl = none;
  swl.throttle = "swl";
  swl.configure = set_of("throttle.swl", {{"limit", 8}});
  const auto held = losses_of(walk(12), {4}, {128}, machine_with(32), swl);
  EXPECT_GT(held.seen.events, 20u);
  EXPECT_EQ(held.seen.gated, 0u);
}

/// `ccws` holds warps between their trips; where there is no loop, there is none to be held in.
TEST(LostLocality, AGateInTheLoopCounts) {
  const gpu::PolicyChoice ccws{.warp_scheduler = "lrr", .throttle = "ccws"};
  const auto loop = losses_of(walk(40), {4}, {128}, machine_with(32), ccws);
  EXPECT_GT(loop.seen.gated, 0u);
  EXPECT_LT(loop.seen.gated, loop.seen.events);  // the first event comes before the first gate
  const auto straight = losses_of(walk(40, false), {4}, {128}, machine_with(32), ccws);
  EXPECT_GT(straight.seen.events, 20u);
  EXPECT_EQ(straight.seen.gated, 0u);
}

}  // namespace
}  // namespace heddle::test
