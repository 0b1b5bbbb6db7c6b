// What the counters say of programs whose counts are known beforehand.

#include <numeric>
#include <tuple>

#include <gtest/gtest.h>

#include "rig.hpp"
#include "sampled.hpp"
#include "statistics.hpp"

namespace heddle::test {
namespace {

using core::Level;
using model::Stall;
using model::StallClass;

/// Addresses %rd2 = buffer + tid * stride.
std::string strided(unsigned stride) {
  return fmt::format(
      "  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd2, %r1, {};\n  add.u64 %rd2, %rd1, %rd2;\n",
      stride);
}

std::uint64_t loads_of(const gpu::GridCounters& counters, Level level) {
  return counters.kernel.load_latency[static_cast<std::size_t>(level)].number;
}

TEST(Accounting, ClassesOfStallsAreThoseOfThePapers) {
  // No warp has an instruction: idle; some have, none has its operands: scoreboard; one could go,
  // but its unit is busy: pipeline, or the throttle holds it: throttled.
  for (const Stall reason : {Stall::empty, Stall::barrier, Stall::fetch, Stall::drain,
                             Stall::service, Stall::stopped, Stall::away})
    EXPECT_EQ(class_of(reason), StallClass::idle);
  for (const Stall reason :
       {Stall::scoreboard_memory, Stall::scoreboard_compute, Stall::memory_order})
    EXPECT_EQ(class_of(reason), StallClass::scoreboard);
  EXPECT_EQ(class_of(Stall::pipeline), StallClass::pipeline);
  EXPECT_EQ(class_of(Stall::throttled), StallClass::throttled);
  EXPECT_EQ(class_of(Stall::issued), StallClass::issued);
}

TEST(Accounting, ClassesOfStallsTileTime) {
  auto machine = small_machine();
  machine.sm.count = 3;
  Rig rig(machine);
  const auto counters = rig.run_body(
      strided(4) + "  ld.global.u32 %r2, [%rd2];\n  bar.sync 0;\n  st.global.u32 [%rd2], %r2;\n",
      {10}, {64});
  const auto classes = counters.stalls.classes().cycles;
  EXPECT_EQ(std::accumulate(classes.begin(), classes.end(), std::uint64_t{0}),
            duration(counters) * machine.sm.count * machine.sm.schedulers);
}

TEST(Accounting, LanesAreCountedAtIssue) {
  Rig rig;
  // 5 lanes store under a guard, 27 lanes nothing; 3 adds by none; a block of 40 has a warp of 8.
  const auto counters = rig.run_body(
      "  mov.u32 %r1, %tid.x;\n  setp.lt.u32 %p1, %r1, 5;\n  @%p1 st.global.u32 [%rd1], %r1;\n", {},
      {32});
  EXPECT_EQ(counters.kernel.by_lanes[5], 1u);
  std::uint64_t instructions = 0, threads = 0;
  for (unsigned lanes = 0; lanes <= kWarpSize; ++lanes) {
    instructions += counters.kernel.by_lanes[lanes];
    threads += lanes * counters.kernel.by_lanes[lanes];
  }
  EXPECT_EQ(instructions, counters.kernel.warp_instructions);
  EXPECT_EQ(threads, counters.kernel.thread_instructions());
  const auto partial = rig.run_body("  st.global.u32 [%rd1], %r1;\n", {}, {40});
  EXPECT_EQ(partial.kernel.by_lanes[8], partial.kernel.by_lanes[32]);
  EXPECT_GT(partial.kernel.by_lanes[8], 0u);
}

TEST(Accounting, TransactionsPerAccessAreTheLinesTouched) {
  // 32 words of 4 B at a stride touch ceil(32 * stride / 128) lines of 128 B.
  for (const unsigned stride : {4u, 8u, 32u, 128u}) {
    Rig rig;
    const auto counters = rig.run_body(
        strided(stride) + "  ld.global.u32 %r2, [%rd2];\n  st.global.u32 [%rd2], %r2;\n");
    EXPECT_EQ(value_of(counters, "global.transactions_per_access"), std::max(1u, stride / 4))
        << "stride " << stride;
  }
}

TEST(Accounting, ConflictDegreeIsTheMostWordsOfABank) {
  for (const unsigned stride : {1u, 2u, 16u, 32u}) {
    Rig rig;
    const auto counters = rig.run_body(fmt::format(
        "  mov.u32 %r2, %tid.x;\n  mul.lo.u32 %r2, %r2, {};\n  mov.u32 %r3, s;\n"
        "  add.u32 %r2, %r2, %r3;\n  ld.shared.u32 %r4, [%r2];\n  st.global.u32 [%rd1], %r4;\n",
        4 * stride));
    EXPECT_EQ(value_of(counters, "shared.conflict_degree"), stride) << "stride " << stride;
  }
}

TEST(Accounting, LoadsAreCountedByWhatAnsweredThem) {
  auto machine = small_machine();
  machine.l1.hit_latency = 40;  // in 32 to 63
  Rig rig(machine);
  // The second load waits for the first and hits; the third passes by the L1 and finds the line
  // in the L2; the fourth is shared memory's.
  const auto counters = rig.run_body(R"(
  ld.global.u64 %rd2, [%rd1];
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u64 %rd4, [%rd3];
  add.u64 %rd5, %rd3, %rd4;
  ld.global.cg.u64 %rd6, [%rd5];
  mov.u32 %r1, s;
  ld.shared.u32 %r2, [%r1];
  st.global.u64 [%rd1+8], %rd6;
  st.global.u32 [%rd1+16], %r2;
)");
  for (const Level level : {Level::shared, Level::l1, Level::l2, Level::dram})
    EXPECT_EQ(loads_of(counters, level), 1u) << static_cast<int>(level);
  const auto& hits = counters.kernel.load_latency[static_cast<std::size_t>(Level::l1)];
  EXPECT_EQ(hits.sum, 40u);
  EXPECT_EQ(hits.counts[5], 1u);
  const auto& shared = counters.kernel.load_latency[static_cast<std::size_t>(Level::shared)];
  EXPECT_EQ(shared.sum, machine.load_store.shared_latency);
}

TEST(Accounting, LifetimesAreThoseOfTheSpansOnTheSm) {
  auto machine = small_machine();
  machine.control.control_latency = 20;
  Rig rig(machine);
  // The only block arrives the control latency after the launch, and the grid ends with it.
  const auto counters = rig.run_body("  st.global.u32 [%rd1], %r1;\n");
  const Cycle life = duration(counters) - 20;
  EXPECT_EQ(counters.kernel.block_lifetime.sum, life);
  EXPECT_EQ(counters.kernel.warp_lifetime.sum, life);
  EXPECT_EQ(counters.lifetimes.block.least, life);
  EXPECT_EQ(counters.lifetimes.warp.greatest, life);
  // The extremes of a grid are its own, not those of earlier ones.
  const auto longer = rig.run_body(strided(128) +
                                       "  ld.global.u32 %r2, [%rd2];\n  st.global.u32 "
                                       "[%rd2], %r2;\n",
                                   {2}, {64});
  EXPECT_GT(longer.lifetimes.warp.least, life);
  EXPECT_LE(longer.lifetimes.warp.least * longer.kernel.warps, longer.kernel.warp_lifetime.sum);
  EXPECT_GE(longer.lifetimes.warp.greatest * longer.kernel.warps, longer.kernel.warp_lifetime.sum);
}

TEST(Accounting, FlitsFollowFromThePacketsSizes) {
  auto machine = small_machine();
  machine.interconnect.flit_bytes = 32;
  machine.interconnect.header_bytes = 8;
  machine.l1.sectored = true;
  Rig rig(machine);
  // A load of a line: a request of 8 B, a reply of 8 + 128 B. A store of one: 136 B, a reply of 8
  // B.
  const auto counters = rig.run_body(
      strided(4) + "  ld.global.u32 %r2, [%rd2];\n  st.global.u32 [%rd2+4096], %r2;\n");
  EXPECT_EQ(value_of(counters, "noc.request_flits"), 1 + 5);
  EXPECT_EQ(value_of(counters, "noc.reply_flits"), 5 + 1);
  // One SM and one port: a flit a cycle of the crossbar, which has the core's clock.
  machine.interconnect.clock_mhz = machine.device.core_clock_mhz;
  EXPECT_NEAR(value_of(counters, "noc.request_utilization"),
              6.0 / static_cast<double>(duration(counters)), 1e-9);
  EXPECT_NEAR(value_of(counters, "noc.request_sustained"),
              value_of(counters, "noc.request_utilization") / machine.accounting.noc_sustainable,
              1e-3);
}

TEST(Accounting, KernelsThatRunTogetherAddUpToTheMachine) {
  auto machine = small_machine();
  machine.sm.count = 2;
  // One streams through memory and shared memory, the other computes with half of its lanes.
  const std::string streams =
      kernel(strided(64) +
             "  ld.global.u32 %r2, [%rd2];\n  mov.u32 %r3, s;\n  st.shared.u32 [%r3], %r2;\n"
             "  bar.sync 0;\n  st.global.u32 [%rd2], %r2;\n");
  const std::string computes = kernel(
      "  mov.u32 %r1, %tid.x;\n  and.b32 %r2, %r1, 1;\n  setp.eq.u32 %p1, %r2, 0;\n" +
      repeat(200, "  @%p1 add.u32 %r1, %r1, %r2;\n") + "  st.global.u32 [%rd1+524288], %r1;\n");
  Rig rig(machine);
  Sampled sampled(64);
  rig.gpu().attach(sampled);
  const auto first = rig.start(streams, {40}, {64}), second = rig.start(computes, {12}, {96});
  const auto a = rig.finish(first), b = rig.finish(second);
  ASSERT_LT(std::max(a.started, b.started), std::min(a.ended, b.ended)) << "they did not overlap";
  // Each is counted as when it runs alone, in all that does not depend on time.
  Rig alone_a(machine), alone_b(machine);
  const auto only_a = alone_a.run(streams, {40}, {64}), only_b = alone_b.run(computes, {12}, {96});
  for (const auto& [together, alone] : {std::pair(a, only_a), std::pair(b, only_b)}) {
    EXPECT_EQ(together.kernel.warp_instructions, alone.kernel.warp_instructions);
    EXPECT_EQ(together.kernel.by_lanes, alone.kernel.by_lanes);
    EXPECT_EQ(together.kernel.by_class, alone.kernel.by_class);
    EXPECT_EQ(together.kernel.shared.cycles, alone.kernel.shared.cycles);
    EXPECT_EQ(together.kernel.global_transactions, alone.kernel.global_transactions);
    EXPECT_EQ(together.l2.stores, alone.l2.stores);
  }
  // And both together are what the machine's own counters say.
  probe::MachineCounts total;
  for (const auto& sample : sampled.samples()) total += sample.counts;
  EXPECT_EQ(total.warp_instructions, a.kernel.warp_instructions + b.kernel.warp_instructions);
  EXPECT_EQ(total.thread_instructions,
            a.kernel.thread_instructions() + b.kernel.thread_instructions());
  EXPECT_EQ(total.l1_hits, a.kernel.l1.hits + b.kernel.l1.hits);
  EXPECT_EQ(total.request_flits, a.kernel.request_flits + b.kernel.request_flits);
  EXPECT_EQ(total.reply_flits, a.l2.reply_flits + b.l2.reply_flits);
  EXPECT_EQ(total.l2_requests,
            a.l2.loads + a.l2.stores + a.l2.atomics + b.l2.loads + b.l2.stores + b.l2.atomics);
  EXPECT_EQ(total.dram_accesses, a.dram.reads + a.dram.writes + b.dram.reads + b.dram.writes);
  for (unsigned reason = 0; reason < model::kStalls; ++reason)
    EXPECT_EQ(total.slot_cycles[reason], a.stalls.cycles[reason] + b.stalls.cycles[reason])
        << model::kStallNames[reason];
  // Every slot-cycle of the time in which one of them runs is of one of them: of who issues, or of
  // whose warp it is that waits. The second kernel has no loads and no barriers.
  EXPECT_EQ(a.stalls.total() + b.stalls.total(),
            (std::max(a.ended, b.ended) - std::min(a.started, b.started)) * machine.sm.count *
                machine.sm.schedulers);
  EXPECT_EQ(a.stalls.cycles[0], a.kernel.warp_instructions);
  EXPECT_EQ(b.stalls.cycles[0], b.kernel.warp_instructions);
  for (const Stall reason : {Stall::scoreboard_memory, Stall::barrier}) {
    EXPECT_GT(a.stalls.cycles[static_cast<std::size_t>(reason)], 0u);
    EXPECT_EQ(b.stalls.cycles[static_cast<std::size_t>(reason)], 0u);
  }
  EXPECT_GT(b.stalls.cycles[static_cast<std::size_t>(Stall::scoreboard_compute)], 0u);
}

}  // namespace
}  // namespace heddle::test
