// What the warps of a block do until they end, and what they leave idle then, of programs that say
// how long each runs.

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "clocked.hpp"
#include "organisation.hpp"

namespace heddle::test {
namespace {

/// Each warp has a scheduler of its own: none waits for another.
gpu::MachineSpec four_schedulers() {
  auto machine = plain_machine();
  machine.sm.schedulers = 4;
  for (auto& unit : machine.execution.units) unit.count = 4;
  machine.sm.result_buses = 8;
  return machine;
}

/// Warp w runs a chain of `steps` x (first + w) additions.
std::string chains(unsigned steps, unsigned first) {
  return kernel(
      fmt::format("  mov.u32 %r1, %tid.x;\n  shr.u32 %r1, %r1, 5;\n"
                  "  add.u32 %r1, %r1, {};\n  mul.lo.u32 %r1, %r1, {};\n"
                  "L:\n  sub.u32 %r1, %r1, 1;\n  setp.gt.s32 %p1, %r1, 0;\n"
                  "  @%p1 bra L;\n",
                  first, steps));
}

Cycle time_alone(unsigned steps, unsigned first) {
  Rig rig(four_schedulers());
  return rig.run(chains(steps, first), {}, {32}).lifetimes.warp.greatest;
}

TEST(Balance, RtruIsThatOfTheTimesOfTheWarps) {
  for (const unsigned steps : {8u, 50u}) {
    std::vector<double> times;
    for (unsigned warp = 0; warp < 4; ++warp)
      times.push_back(static_cast<double>(time_alone(steps, 1 + warp)));
    const double longest = times.back();
    double idle = 0;
    for (const double time : times) idle += longest - time;
    Rig rig(four_schedulers());
    const auto counters = rig.run(chains(steps, 1), {3}, {128});
    EXPECT_EQ(counters.kernel.balance.blocks, 3u);
    EXPECT_NEAR(value_of(counters, "rtru.mean"), idle / (4 * longest), 0.002);
    EXPECT_NEAR(value_of(counters, "rtru.geometric_mean"), idle / (4 * longest), 0.002);
    EXPECT_NEAR(value_of(counters, "rtru.greatest"), idle / (4 * longest), 0.002);
  }
}

// Chains much longer than what comes before and after them: times are as 1 to 2 to 3 to 4, and of
// 4 x 4 parts 3 + 2 + 1 lie idle.
TEST(Balance, RtruOfLongChainsIsTheClosedForm) {
  Rig rig(four_schedulers());
  const auto uneven = rig.run(chains(2000, 1), {}, {128});
  EXPECT_NEAR(value_of(uneven, "rtru.mean"), 6.0 / 16, 0.001);
  EXPECT_EQ(value_of(uneven, "rtru.from_30"), 1);
  const auto even = rig.run(chains(2000, 1), {5}, {32});
  EXPECT_EQ(value_of(even, "rtru.mean"), 0);
  EXPECT_EQ(value_of(even, "rtru.from_0"), 5);
  EXPECT_EQ(value_of(even, "rtru.greatest"), 0) << "it is the grid's own";
}

// Stopped when half of its warps have ended, and put back: the times of those go with it.
TEST(Balance, RtruOfABlockThatWasAwayIsThatOfItsTimeOnSms) {
  const auto machine = four_schedulers();
  Rig reference(machine), rig(machine);
  const Cycle alone = duration(reference.run(chains(2000, 1), {}, {128}));
  const std::uint64_t number = rig.start(chains(2000, 1), {}, {128});
  rig.gpu().advance(alone * 6 / 10);
  ASSERT_TRUE(rig.gpu().stop_block(0, 0, 5000));
  const auto counters = rig.finish(number);
  EXPECT_EQ(rig.gpu().status(number).blocks_saved, 1u);
  EXPECT_GT(duration(counters), alone + 4000);
  EXPECT_NEAR(value_of(counters, "rtru.mean"), 6.0 / 16, 0.005);
}

// Two of a block's six warps run a piece of code that the others pass by.
TEST(Balance, WorkOfAWarpIsWhatItIssued) {
  constexpr unsigned kMore = 100;
  const std::string body =
      "  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, 1;\n  setp.ge.u32 %p1, %r1, 64;\n  @%p1 bra E;\n" +
      repeat(kMore, "  mul.lo.u32 %r2, %r2, %r1;\n  add.u32 %r2, %r2, %r1;\n") +
      "  st.global.u32 [%rd1], %r2;\nE:\n";
  for (const std::uint32_t width : {32u, 8u}) {
    Rig rig(four_schedulers(), organised("spatial", {{"width", width}}));
    const auto counters = rig.run_body(body, {2}, {192});
    const auto& work = counters.kernel.warp_work;
    EXPECT_EQ(work.number, 2u * 6);
    EXPECT_EQ(work.sum, counters.kernel.warp_instructions);
    EXPECT_EQ(std::accumulate(work.counts.begin(), work.counts.end(), std::uint64_t{0}), 2u * 6);
    const std::uint64_t least = counters.lifetimes.work.least;
    const std::uint64_t greatest = counters.lifetimes.work.greatest;
    EXPECT_EQ(2 * (2 * greatest + 4 * least), counters.kernel.warp_instructions);
    EXPECT_GE(greatest - least, kMore * 32 / width);
    EXPECT_LE(greatest - least, (2 * kMore + 8) * 32 / width);
  }
}

TEST(Balance, HostThreadsDoNotShow) {
  const auto run = [](unsigned host_threads) {
    auto machine = four_schedulers();
    machine.sm.count = 4;
    Rig rig(machine, {}, host_threads);
    const auto counters = rig.run(chains(20, 1), {37}, {96});
    return values_of(counters);
  };
  const auto alone = run(1);
  EXPECT_EQ(run(2), alone);
  EXPECT_EQ(run(4), alone);
}

}  // namespace
}  // namespace heddle::test
