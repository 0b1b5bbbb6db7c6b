// The time of lanes that execute one instruction after the other, against closed forms: rates of
// arithmetic with few or many warps, active threads and independent instructions (Lucas et al.
// 2015, section 5.2 and Figure 5), and that a warp stays where it was placed.

#include <algorithm>

#include <gtest/gtest.h>

#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

/// Eight threads a cycle, one instruction a cycle, additions of the latency.
gpu::MachineSpec eight_lanes(std::uint32_t latency) {
  auto machine = small_machine();
  machine.sm.schedulers = 1;
  machine.sm.warps = 32;
  machine.sm.threads = 1024;
  machine.sm.register_banks = 8;
  machine.execution.units[static_cast<std::size_t>(core::UnitKind::sp)] = {1, 8};
  auto& timing = machine.execution.operations[static_cast<std::size_t>(isa::OpClass::float32)];
  timing.latency = latency;
  timing.initiation = 1;
  return machine;
}

/// What a warp does in a round: an addition in each of `chains` independent chains.
std::string round_of(unsigned chains) {
  std::string text;
  for (unsigned i = 0; i < chains; ++i)
    text += fmt::format("  @%p1 add.f32 %f{0}, %f{0}, %f1;\n", 10 + i);
  return text;
}

struct Load {
  unsigned warps = 1, threads = 32, chains = 1;
};

/// Thread instructions a cycle in the long run.
double rate(const gpu::PolicyChoice& organisation, std::uint32_t latency, const Load& load) {
  constexpr unsigned kFew = 50, kMany = 150;
  const std::string begin = fmt::format(
      "  mov.u32 %r1, %tid.x;\n  and.b32 %r1, %r1, 31;\n  setp.lt.u32 %p1, %r1, {};\n"
      "  ld.global.f32 %f1, [%rd1];\n{}",
      load.threads, [&] {
        std::string text;
        for (unsigned i = 0; i < load.chains; ++i)
          text += fmt::format("  ld.global.f32 %f{}, [%rd1];\n", 10 + i);
        return text;
      }());
  std::string end;
  for (unsigned i = 0; i < load.chains; ++i)
    end += fmt::format("  st.global.f32 [%rd1], %f{};\n", 10 + i);
  const auto time = [&](unsigned rounds) {
    Rig rig(eight_lanes(latency), organisation);
    return static_cast<double>(duration(
        rig.run_body(begin + repeat(rounds, round_of(load.chains)) + end, {}, {load.warps * 32})));
  };
  const double instructions = (kMany - kFew) * load.chains * load.warps;
  return instructions * load.threads / (time(kMany) - time(kFew));
}

double simt_rate(std::uint32_t latency, const Load& load) {
  return load.threads * std::min(0.25, 1.0 * load.warps * load.chains / (latency + 3));
}

double tsimt_rate(std::uint32_t latency, const Load& load, bool chaining) {
  const double dependent = chaining ? std::max(load.threads, latency) : latency + load.threads - 1;
  return load.threads * load.warps *
         std::min(1.0 / std::max(load.threads, load.warps), load.chains / dependent);
}

gpu::PolicyChoice tsimt(bool chaining) {
  return organised("temporal", {{"chaining", chaining ? 1 : 0}});
}

/// Cycles of a round of two additions of one warp, each on the result of its own of the round
/// before: one of all 32 threads, one of the first eight.
double round_of_two_masks(std::uint32_t latency, unsigned waits_for) {
  constexpr unsigned kFew = 50, kMany = 150;
  const std::string begin =
      "  mov.u32 %r1, %tid.x;\n  setp.lt.u32 %p1, %r1, 8;\n  ld.global.f32 %f1, [%rd1];\n"
      "  ld.global.f32 %f10, [%rd1];\n  ld.global.f32 %f11, [%rd1];\n";
  const std::string end = "  st.global.f32 [%rd1], %f10;\n  st.global.f32 [%rd1], %f11;\n";
  const auto time = [&](unsigned rounds) {
    Rig rig(eight_lanes(latency), organised("temporal", {{"waits_for", waits_for}}));
    return static_cast<double>(duration(rig.run_body(
        begin + repeat(rounds, "  add.f32 %f10, %f10, %f1;\n  @%p1 add.f32 %f11, %f11, %f1;\n") +
        end)));
  };
  return (time(kMany) - time(kFew)) / (kMany - kFew);
}

// Whoever waits for all results of other threads begins behind the last of them: L cycles after 32
// and after 8 threads have entered, less the one in which the last thread does. Whoever waits for
// the registers that it names waits for the lane alone: 32 + 8 cycles.
TEST(Lanes, AfterOtherThreadsAnInstructionWaitsForAllResultsOrForItsOperands) {
  for (const std::uint32_t latency : {10u, 13u, 20u}) {
    EXPECT_EQ(round_of_two_masks(latency, 0), 2 * latency + 31 + 7) << latency;
    EXPECT_EQ(round_of_two_masks(latency, 1), 32 + 8) << latency;
  }
}

constexpr double kNear = 0.02;  // of the rate: the rounds at both ends are not alike

TEST(Lanes, RatesOfArithmeticFollowTheClosedForms) {
  for (const std::uint32_t latency : {10u, 13u}) {
    for (const Load load : {Load{1, 32, 1}, Load{1, 4, 1}, Load{2, 12, 2}, Load{4, 32, 1},
                            Load{8, 1, 1}, Load{8, 8, 2}, Load{8, 12, 1}, Load{8, 32, 2}}) {
      SCOPED_TRACE(fmt::format("latency {}, {} warps, {} threads, {} chains", latency, load.warps,
                               load.threads, load.chains));
      const double simt = simt_rate(latency, load);
      EXPECT_NEAR(rate(organised("spatial", {}), latency, load), simt, kNear * simt);
      for (const bool chaining : {false, true}) {
        const double expected = tsimt_rate(latency, load, chaining);
        EXPECT_NEAR(rate(tsimt(chaining), latency, load), expected, kNear * expected)
            << (chaining ? "chained" : "not chained");
      }
    }
  }
}

// The study: from one to four warps of 32 threads TSIMT has half the rate of SIMT; with eight warps
// of at most 12 threads it has 2.5 to 4 times the rate.
TEST(Lanes, ThePeaksAndTheWorstOfFigure5) {
  for (const unsigned warps : {1u, 2u, 4u}) {
    const Load load{warps, 32, 1};
    EXPECT_NEAR(rate(tsimt(true), 13, load) / rate(organised("spatial", {}), 13, load), 0.5, 0.01)
        << warps;
  }
  const Load few{8, 12, 1};
  EXPECT_NEAR(rate(tsimt(true), 13, few) / rate(organised("spatial", {}), 13, few), 32.0 / 13,
              0.05);
  const Load peak{16, 8, 1};
  EXPECT_NEAR(rate(tsimt(true), 13, peak) / rate(organised("spatial", {}), 13, peak), 4, 0.08);
}

// Nine warps of one block: two of them share lane 0, and take turns there.
TEST(Lanes, AWarpStaysInItsLane) {
  const auto threads_a_cycle = [](unsigned warps, const gpu::PolicyChoice& choice) {
    return rate(choice, 10, {warps, 32, 4});
  };
  EXPECT_NEAR(threads_a_cycle(8, tsimt(true)), 8, 0.2);
  EXPECT_NEAR(threads_a_cycle(9, tsimt(true)), 9 * 32 / 64.0, 0.2);
  EXPECT_NEAR(threads_a_cycle(9, organised("temporal", {{"unlocked", 1}})), 8, 0.3);
}

// A hundred branches; what comes after each of them waits for the lane.
TEST(Lanes, ControlInstructionsHoldTheirLaneAsLongAsTheParameterSays) {
  constexpr unsigned kTurns = 100;
  const auto cycles = [&](unsigned control) {
    const std::string loop = fmt::format(
        "  mov.u32 %r1, 0;\nL:\n  add.u32 %r1, %r1, 1;\n  setp.lt.u32 %p1, %r1, {};\n"
        "  @%p1 bra L;\n  st.global.u32 [%rd1], %r1;\n",
        kTurns);
    Rig rig(eight_lanes(10), organised("temporal", {{"control_cycles", control}}));
    return duration(rig.run_body(loop, {}, {1}));
  };
  EXPECT_EQ(cycles(32) - cycles(16), 16 * kTurns);
  EXPECT_EQ(cycles(1), cycles(0)) << "shorter than what follows a branch waits for its fetch";
}

/// Cycles that an addition of two registers costs a warp alone, of which so many threads are
/// active.
double cycles_of_active(unsigned threads) {
  constexpr unsigned kFew = 4, kMany = 20, kIndependent = 16;
  std::string begin = fmt::format("  mov.u32 %r1, %tid.x;\n  setp.lt.u32 %p1, %r1, {};\n", threads);
  std::string round, end;
  for (unsigned i = 0; i < kIndependent; ++i) {
    begin += fmt::format("  ld.global.f32 %f{}, [%rd1+{}];\n  ld.global.f32 %f{}, [%rd1+{}];\n",
                         10 + i, 8 * i, 40 + i, 8 * i + 4);
    round += fmt::format("  @%p1 add.f32 %f{0}, %f{0}, %f{1};\n", 10 + i, 40 + i);
    end += fmt::format("  st.global.f32 [%rd1], %f{};\n", 10 + i);
  }
  const auto time = [&](unsigned rounds) {
    Rig rig(eight_lanes(8), tsimt(true));
    return static_cast<double>(duration(rig.run_body(begin + repeat(rounds, round) + end)));
  };
  return (time(kMany) - time(kFew)) / (kMany - kFew) / kIndependent;
}

// "A warp with 2 active threads utilizes one ALU for exactly 2 clock cycles" (section 3.2),
// wherever the registers of its threads lie.
TEST(Lanes, AnAdditionTakesACycleForEachActiveThread) {
  for (const unsigned threads : {1u, 2u, 5u, 8u, 32u})
    EXPECT_EQ(cycles_of_active(threads), threads);
}

/// Cycles that an addition costs whose operands all threads agree on, with and without registers
/// for scalars.
double cycles_of_addition(const gpu::PolicyChoice& choice, bool scalars, unsigned scalar_units) {
  auto machine = eight_lanes(4);
  machine.execution.units[static_cast<std::size_t>(core::UnitKind::scalar)].count = scalar_units;
  constexpr unsigned kFew = 4, kMany = 20;
  constexpr unsigned kIndependent = 6;  // and their operand lie in different banks
  std::string round, end;
  for (unsigned i = 10; i < 10 + kIndependent; ++i) {
    round += fmt::format("  add.u32 %r{0}, %r{0}, %r1;\n", i);
    end += fmt::format("  st.global.u32 [%rd1], %r{};\n", i);
  }
  std::string begin = "  mov.u32 %r1, %ctaid.x;\n";
  for (unsigned i = 10; i < 10 + kIndependent; ++i)
    begin += fmt::format("  mov.u32 %r{}, %ctaid.y;\n", i);
  const auto time = [&](unsigned copies) {
    Rig rig(machine, choice);
    if (scalars) rig.use_scalars();
    return static_cast<double>(duration(rig.run_body(begin + repeat(copies, round) + end)));
  };
  return (time(kMany) - time(kFew)) / (kMany - kFew) / kIndependent;
}

TEST(Lanes, AScalarAdditionTakesOneCycle) {
  const auto spatio_temporal = [](unsigned k) { return organised("spatio_temporal", {{"k", k}}); };
  EXPECT_EQ(cycles_of_addition(tsimt(true), false, 0), 32);
  EXPECT_EQ(cycles_of_addition(spatio_temporal(2), false, 0), 16);
  EXPECT_EQ(cycles_of_addition(spatio_temporal(4), false, 0), 8);
  EXPECT_EQ(cycles_of_addition(organised("spatial", {}), false, 0), 4);
  EXPECT_EQ(cycles_of_addition(tsimt(true), true, 0), 1);
  EXPECT_EQ(cycles_of_addition(spatio_temporal(2), true, 0), 1);
  EXPECT_EQ(cycles_of_addition(spatio_temporal(4), true, 0), 1);
  EXPECT_EQ(cycles_of_addition(organised("spatial", {}), true, 1), 1);
  EXPECT_EQ(cycles_of_addition(organised("spatial", {}), true, 0), 4) << "there is no scalar unit";
}

/// What 20 additions of scalars and one instruction that reads a scalar and vectors count.
gpu::GridCounters counters_of_additions(const gpu::PolicyChoice& choice, unsigned scalar_units) {
  auto machine = eight_lanes(4);
  machine.execution.units[static_cast<std::size_t>(core::UnitKind::scalar)].count = scalar_units;
  Rig rig(machine, choice);
  rig.use_scalars();
  return rig.run_body(
      "  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ctaid.y;\n  mov.u32 %r3, %tid.x;\n" +
      repeat(20, "  add.u32 %r2, %r2, %r1;\n") +
      "  add.u32 %r3, %r3, %r2;\n  mul.wide.u32 %rd2, %r3, 4;\n"
      "  st.global.u32 [%rd1], %r3;\n");
}

TEST(Lanes, ScalarsAreCountedWhereTheyAreApart) {
  const auto integers = static_cast<std::size_t>(isa::OpClass::integer);
  for (const bool lanes : {true, false}) {
    const auto counters =
        counters_of_additions(lanes ? tsimt(true) : organised("spatial", {}), lanes ? 0 : 1);
    EXPECT_TRUE(counters.block.has_scalars);
    EXPECT_EQ(counters.scalars.by_class[integers], 20u);
    EXPECT_EQ(counters.scalars.threads_by_class[integers], 20u * 32);
    EXPECT_EQ(counters.scalars.broadcasts, 1u) << "the sum's: the store's address is a constant";
    EXPECT_GE(counters.scalars.register_reads, 40u);
  }
  const auto vectors = counters_of_additions(organised("spatial", {}), 0);
  EXPECT_FALSE(vectors.block.has_scalars);
  EXPECT_EQ(vectors.scalars.instructions, 0u);
}

TEST(Lanes, BanksAreReadForTheGroupsThatAreActive) {
  const auto reads = [](const gpu::PolicyChoice& choice, unsigned threads) {
    Rig rig(eight_lanes(4), choice);
    return rig
        .run_body("  ld.global.f32 %f1, [%rd1];\n" + repeat(64, "  add.f32 %f1, %f1, %f1;\n") +
                      "  st.global.f32 [%rd1], %f1;\n",
                  {}, {threads})
        .kernel.register_reads;
  };
  const std::uint64_t whole = reads(organised("spatial", {}), 5);
  EXPECT_EQ(reads(tsimt(true), 5), 5 * whole);
  EXPECT_EQ(reads(organised("spatio_temporal", {{"k", 2}}), 5), 3 * whole);
  EXPECT_EQ(reads(organised("spatio_temporal", {{"k", 4}}), 5), 2 * whole);
}

// Halves of a warp on two lanes, which an instruction of the whole warp needs both; other warps
// hold these lanes with loads.
TEST(Lanes, HalvesThatMeetWaitForBothTheirLanes) {
  const std::string body = R"(
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd2, %rd1;
  mov.u32 %r9, s;
  mad.lo.u32 %r9, %r1, 4, %r9;
  mov.u32 %r4, 0;
  mov.u32 %r5, 0;
L:
  st.shared.u32 [%r9], %r1;
  ld.global.u32 %r2, [%rd2+65536];
  shfl.sync.bfly.b32 %r3, %r1, 1, 31, 0xffffffff;
  ld.shared.u32 %r6, [%r9];
  add.u32 %r5, %r5, %r3;
  add.u32 %r5, %r5, %r6;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p1, %r4, 20;
  @%p1 bra L;
  st.global.u32 [%rd2], %r5;
)";
  constexpr unsigned kThreads = 256;
  Rig rig(eight_lanes(10), organised("temporal", {{"warp_size", 16}}));
  rig.run_body(body, {}, {kThreads});
  const auto words = rig.read<std::uint32_t>(kThreads);
  for (unsigned thread = 0; thread < kThreads; ++thread)
    ASSERT_EQ(words[thread], 20 * ((thread ^ 1) + thread)) << thread;
}

// Six of eight warps are active, each in a lane of its own: the scheduler declines the other lanes.
TEST(Lanes, ALaneThatTheSchedulerDeclinesDoesNotKeepItsTurn) {
  gpu::PolicyChoice choice = tsimt(true);
  choice.warp_scheduler = "two_level";
  Rig rig(eight_lanes(10), choice);
  rig.run_body(
      "  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd2, %r1, 4;\n"
      "  add.u64 %rd2, %rd2, %rd1;\n  st.global.u32 [%rd2], %r1;\n",
      {}, {256});
  EXPECT_EQ(rig.read<std::uint32_t>(256)[255], 255u);
}

}  // namespace
}  // namespace heddle::test
