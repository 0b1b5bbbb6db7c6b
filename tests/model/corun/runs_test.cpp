// Runs of programs that share a GPU, against closed forms and against each program alone.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/sim/corun/corun_metrics.hpp"
#include "programs.hpp"

namespace heddle::corun_test {
namespace {

using Outcomes = std::vector<sim::TenantOutcome>;

const std::vector<std::string> kFourSms = {"sm.count=4", "device.memory_bytes=\"64 MiB\""};

Outcomes run(const sim::Configuration& configuration, std::vector<PtxProgram*> programs,
             Cycle cycles, std::vector<Cycle> starts = {}) {
  std::vector<sim::CorunTenant> tenants;
  for (std::size_t i = 0; i < programs.size(); ++i)
    tenants.push_back({.name = std::to_string(i),
                       .program = programs[i],
                       .start = i < starts.size() ? starts[i] : 0});
  return sim::CorunRun(configuration, tenants).run({.cycles = cycles});
}

/// Blocks that fill the SMs evenly, many times over.
PtxProgram even_adds(const sim::Configuration& configuration) {
  return {configuration.machine, adds(8), {.blocks = 1536, .threads = 192}};
}

/// On half of the SMs a program needs twice the time.
TEST(CorunRuns, ItselfOnHalfOfTheSms) {
  const auto settings = configured(kFourSms);
  PtxProgram alone = even_adds(settings);
  const double alone_ipc = run(settings, {&alone}, 0)[0].ipc();
  const auto spatial = configured(kFourSms + std::vector<std::string>{"corun=spatial"});
  PtxProgram a = even_adds(spatial), b = even_adds(spatial);
  constexpr Cycle kCycles = 400'000;
  const Outcomes outcomes = run(spatial, {&a, &b}, kCycles);
  const std::vector<sim::SharedSpeed> speeds = {{outcomes[0].ipc(), alone_ipc},
                                                {outcomes[1].ipc(), alone_ipc}};
  const sim::CorunMetrics metrics = sim::corun_metrics(speeds);
  EXPECT_NEAR(metrics.harmonic, 0.5, 0.005);
  EXPECT_NEAR(metrics.weighted, 1.0, 0.01);
  EXPECT_NEAR(metrics.antt, 2.0, 0.02);
  EXPECT_NEAR(metrics.fairness, 1.0, 0.001);
}

/// Runs that have ended: as many as periods fit into the time, where a period is that of the
/// program alone on as many SMs.
TEST(CorunRuns, AsManyRunsAsPeriodsFit) {
  const auto half = configured({"sm.count=2", "device.memory_bytes=\"64 MiB\""});
  PtxProgram alone = even_adds(half);
  const Outcomes repeated = run(half, {&alone}, 400'000);
  const std::vector<Cycle>& ends = repeated[0].run_ends;
  ASSERT_GE(ends.size(), 3u);
  const Cycle period = ends[1] - ends[0];
  EXPECT_EQ(ends[2] - ends[1], period);
  // The first run also fetches the code.
  EXPECT_NEAR(static_cast<double>(ends[0]) / static_cast<double>(period), 1, 0.01);
  const auto spatial = configured(kFourSms + std::vector<std::string>{"corun=spatial"});
  for (const Cycle cycles : {5 * period / 2, 7 * period / 2}) {
    PtxProgram a = even_adds(spatial), b = even_adds(spatial);
    for (const sim::TenantOutcome& outcome : run(spatial, {&a, &b}, cycles)) {
      EXPECT_EQ(outcome.runs, cycles / period) << cycles;
      EXPECT_EQ(outcome.run_ends[1] - outcome.run_ends[0], period);
    }
  }
}

/// A run begins in the cycle after the end of the one before, so neither the quantum nor the number
/// of host threads shows.
TEST(CorunRuns, NeitherQuantumNorThreadsShow) {
  const auto ends = [](const std::string& policy, unsigned quantum, unsigned threads) {
    const auto settings = configured(
        kFourSms + std::vector<std::string>{
                       "corun=" + policy, fmt::format("control.quantum={}", quantum),
                       "control.control_latency=16", fmt::format("run.threads={}", threads)});
    PtxProgram a(settings.machine, adds(8), {.blocks = 61, .threads = 192});
    PtxProgram b(settings.machine, adds(5), {.blocks = 37, .threads = 96});
    std::vector<std::vector<Cycle>> all;
    std::vector<std::uint64_t> instructions;
    for (const sim::TenantOutcome& outcome : run(settings, {&a, &b}, 60'000, {0, 777})) {
      all.push_back(outcome.run_ends);
      instructions.push_back(outcome.warp_instructions);
    }
    return std::pair(all, instructions);
  };
  for (const std::string policy : {"leftover", "even", "spatial"}) {
    const auto expected = ends(policy, 16, 1);
    EXPECT_GE(expected.first[0].size(), 3u);
    EXPECT_GE(expected.first[1].size(), 3u);
    EXPECT_EQ(ends(policy, 16, 1), expected) << policy << ", once more";
    EXPECT_EQ(ends(policy, 4, 1), expected) << policy;
    EXPECT_EQ(ends(policy, 1, 1), expected) << policy;
    EXPECT_EQ(ends(policy, 16, 2), expected) << policy;
    EXPECT_EQ(ends(policy, 4, 4), expected) << policy;
  }
}

TEST(CorunRuns, EachProgramLeavesItsMemoryAsAlone) {
  for (const std::string policy : {"leftover", "even", "spatial", "fixed", "maestro"}) {
    const auto settings = configured(
        kFourSms + std::vector<std::string>{"corun=" + policy} +
        (policy == "maestro" ? std::vector<std::string>{"corun.maestro.alone_ipc=\"1 1\"",
                                                        "corun.maestro.window=2000"}
                             : std::vector<std::string>{}));
    PtxProgram a(settings.machine, loads(6), {.blocks = 60, .threads = 128});
    PtxProgram b(settings.machine, loads(9, 128), {.blocks = 50, .threads = 64});
    for (PtxProgram* program : {&a, &b}) {
      const auto alone = configured(kFourSms);
      run(alone, {program}, 0);
      program->expected = program->words();
      ASSERT_TRUE(std::ranges::any_of(program->expected, [](auto word) { return word != 0; }));
    }
    for (const sim::TenantOutcome& outcome : run(settings, {&a, &b}, 40'000)) {
      EXPECT_GE(outcome.runs, 2u) << policy;
      EXPECT_TRUE(outcome.differences.empty()) << policy;
    }
  }
}

/// Where each program runs once, all end and none begins again.
TEST(CorunRuns, OnceEach) {
  const auto settings = configured(kFourSms);
  PtxProgram a(settings.machine, adds(8), {.blocks = 61, .threads = 192}, 3);
  PtxProgram b(settings.machine, adds(5), {.blocks = 10, .threads = 96});
  const Outcomes outcomes = run(settings, {&a, &b}, 0, {0, 5000});
  EXPECT_EQ(outcomes[0].runs, 1u);
  EXPECT_EQ(outcomes[1].runs, 1u);
  EXPECT_EQ(outcomes[1].began, 5000u);
  EXPECT_EQ(outcomes[1].ended, outcomes[1].run_ends.front());
}

/// Points of what programs have done lie a window apart, wherever grids end, and one at the end.
TEST(CorunRuns, PointsLieAWindowApart) {
  const auto settings = configured(kFourSms);
  PtxProgram a(settings.machine, adds(2), {.blocks = 8, .threads = 64});
  PtxProgram b(settings.machine, adds(3), {.blocks = 8, .threads = 64});
  const Outcomes outcomes =
      sim::CorunRun(settings, {{.name = "a", .program = &a}, {.name = "b", .program = &b}})
          .run({.cycles = 20'000, .window = 7000});
  ASSERT_GE(outcomes[0].runs, 10u);
  for (const sim::TenantOutcome& outcome : outcomes) {
    std::vector<Cycle> cycles;
    for (const sim::TenantPoint& point : outcome.points) cycles.push_back(point.cycle);
    EXPECT_EQ(cycles, (std::vector<Cycle>{7000, 14'000, 20'000}));
    EXPECT_EQ(outcome.points.back().warp_instructions, outcome.warp_instructions);
  }
}

/// The GPU waits for a program that begins late, for as long as its watchdog would else.
TEST(CorunRuns, ALateBeginIsNoDeadlock) {
  const auto settings =
      configured(kFourSms + std::vector<std::string>{"control.watchdog_cycles=20000"});
  PtxProgram a(settings.machine, adds(8), {.blocks = 8, .threads = 64});
  PtxProgram b(settings.machine, adds(8), {.blocks = 8, .threads = 64});
  EXPECT_EQ(run(settings, {&a, &b}, 0, {0, 200'000})[1].runs, 1u);
}

/// A program without accesses does not touch another's lines: with the blocks of the first fixed
/// its hits stay as they are.
TEST(CorunRuns, APartnerWithoutAccessesLeavesHitsUnchanged) {
  const auto settings =
      configured(kFourSms + std::vector<std::string>{"corun=fixed", "corun.fixed.caps=\"2 2\""});
  const auto hits = [&](bool with_partner) {
    PtxProgram a(settings.machine, loads(64, 0), {.blocks = 64, .threads = 128});
    PtxProgram b(settings.machine, adds(20), {.blocks = 64, .threads = 128});
    std::vector<PtxProgram*> programs = {&a};
    if (with_partner) programs.push_back(&b);
    std::vector<sim::CorunTenant> tenants;
    for (PtxProgram* program : programs)
      tenants.push_back(
          {.name = "p", .program = program, .start = program == &b ? Cycle{3000} : Cycle{0}});
    return sim::CorunRun(settings, tenants).run({})[0];
  };
  const sim::TenantOutcome alone = hits(false), shared = hits(true);
  EXPECT_GT(alone.l1_hits, 0u);
  EXPECT_EQ(shared.l1_hits, alone.l1_hits);
  EXPECT_EQ(shared.l1_accesses, alone.l1_accesses);
}

/// A grid of one program that begins does not take the lines of another, as it does where there are
/// no tenants.
TEST(CorunRuns, ProgramsOfManyGridsLeaveOthersLines) {
  const auto settings =
      configured(kFourSms + std::vector<std::string>{"corun=fixed", "corun.fixed.caps=\"2 2\""});
  const auto hits = [&](unsigned grids) {
    PtxProgram a(settings.machine, loads(64, 0), {.blocks = 64, .threads = 128});
    PtxProgram b(settings.machine, adds(1), {.blocks = 8, .threads = 128}, grids);
    return sim::CorunRun(settings, {{.name = "a", .program = &a}, {.name = "b", .program = &b}})
        .run({})[0]
        .l1_hits;
  };
  EXPECT_EQ(hits(1), hits(20));
}

/// Programs whose pointers have 32 bits lie side by side beyond 4 GiB: neither finds the other's
/// lines in the L2.
TEST(CorunRuns, AddressesOf32BitsAreTheProgramsOwn) {
  const auto settings =
      configured(kFourSms + std::vector<std::string>{"device.address_bits=32", "corun=spatial"});
  EXPECT_EQ(sim::tenant_span(settings.machine), Addr{1} << 32);
  PtxProgram a(settings.machine, loads(16), {.blocks = 32, .threads = 128});
  PtxProgram b(settings.machine, loads(16), {.blocks = 32, .threads = 128});
  const Outcomes alone = run(settings, {&a}, 0);
  a.expected = b.expected = a.words();
  for (const sim::TenantOutcome& outcome : run(settings, {&a, &b}, 0)) {
    EXPECT_TRUE(outcome.differences.empty());
    EXPECT_EQ(outcome.l2_misses, alone[0].l2_misses);
  }
}

TEST(CorunMetrics, FollowFromTheSpeeds) {
  const std::vector<sim::SharedSpeed> speeds = {{3.0, 4.0}, {0.25, 0.5}};
  const sim::CorunMetrics metrics = sim::corun_metrics(speeds);
  EXPECT_DOUBLE_EQ(metrics.harmonic, 2 / (4.0 / 3 + 2));
  EXPECT_DOUBLE_EQ(metrics.weighted, 1.25);
  EXPECT_DOUBLE_EQ(metrics.antt, (4.0 / 3 + 2) / 2);
  EXPECT_DOUBLE_EQ(metrics.fairness, 0.5 / 0.75);
  EXPECT_EQ(sim::corun_metrics(std::vector<sim::SharedSpeed>{{1, 0}, {1, 1}}).harmonic, 0);
}

/// By the definitions, where a slowdown has no end: K over infinity, and the least over the most.
TEST(CorunMetrics, AProgramThatStarvedIsNotLeftOut) {
  const std::vector<sim::SharedSpeed> speeds = {{3.0, 4.0}, {0, 0.5}};
  const sim::CorunMetrics metrics = sim::corun_metrics(speeds);
  EXPECT_EQ(metrics.harmonic, 0);
  EXPECT_DOUBLE_EQ(metrics.weighted, 0.75);
  EXPECT_TRUE(std::isinf(metrics.antt));
  EXPECT_EQ(metrics.fairness, 0);
  EXPECT_EQ(metrics.starved, 1u);
  EXPECT_EQ(sim::corun_metrics(std::vector<sim::SharedSpeed>{{0, 1}}).fairness, 0);
}

TEST(CorunMetrics, CyclesAloneLieBetweenPoints) {
  const std::vector<std::pair<Cycle, std::uint64_t>> progress = {{100, 50}, {200, 150}, {300, 150}};
  EXPECT_DOUBLE_EQ(sim::cycles_alone(progress, 25), 50);
  EXPECT_DOUBLE_EQ(sim::cycles_alone(progress, 100), 150);
  EXPECT_DOUBLE_EQ(sim::cycles_alone(progress, 300), 600);
}

}  // namespace
}  // namespace heddle::corun_test
