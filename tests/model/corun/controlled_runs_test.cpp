// Runs in which the sharing policy decides by what it measures, or keeps rates on the SMs.
#include <algorithm>

#include <gtest/gtest.h>

#include "programs.hpp"

namespace heddle::corun_test {
namespace {

using Outcomes = std::vector<sim::TenantOutcome>;

sim::Configuration study(std::vector<std::string> settings) {
  sim::ConfigurationRequest request;
  request.machine = "cke-ccbp";
  request.assignments = std::move(settings);
  request.assignments.push_back("device.memory_bytes=\"64 MiB\"");
  return sim::Configuration::resolve(request);
}

Outcomes run_controlled(const sim::Configuration& configuration, std::vector<PtxProgram*> programs,
                        Cycle cycles) {
  std::vector<sim::CorunTenant> tenants;
  for (PtxProgram* program : programs) tenants.push_back({.name = "p", .program = program});
  return sim::CorunRun(configuration, tenants).run({.cycles = cycles});
}

/// Each warp loads one line after the other; a line that is loaded again has long left the L1.
PtxProgram streaming(const sim::Configuration& configuration) {
  return {configuration.machine,
          R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 256, %r1;
  shl.b32 %r3, %r3, 2;
  mov.u32 %r5, 200;
L:
  and.b32 %r4, %r3, 1048575;
  cvt.u64.u32 %rd2, %r4;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r7, [%rd3];
  add.u32 %r6, %r6, %r7;
  add.u32 %r3, %r3, 262144;
  sub.u32 %r5, %r5, 1;
  setp.ne.u32 %p1, %r5, 0;
  @%p1 bra L;
  st.global.u32 [%rd1], %r6;
)",
          {.blocks = 256, .threads = 256}};
}

/// Replies of a load of 128 bytes and 8 of a header are 5 flits. With 8 loads in 200 core cycles,
/// 133.3 of the interconnect, each port moves 40 flits: 0.300 of its peak.
TEST(ControlledRuns, AQuotaOfEightMakesThreeTenthsOfThePeak) {
  const auto configuration = study({"corun=fixed", "corun.fixed.quotas=\"8\""});
  PtxProgram program = streaming(configuration);
  constexpr Cycle kCycles = 40'000;
  const auto outcome = run_controlled(configuration, {&program}, kCycles)[0];
  const double peak = kCycles * (1200.0 / 1800) * 16;
  EXPECT_NEAR(static_cast<double>(outcome.reply_flits) / peak, 0.300, 0.006);
}

/// A twentieth of a request in 200 cycles: one in 4000 cycles of each SM.
TEST(ControlledRuns, ATwentiethOfARequestProgresses) {
  const auto configuration = study({"corun=fixed", "corun.fixed.quotas=\"0.05\""});
  PtxProgram program = streaming(configuration);
  constexpr Cycle kCycles = 80'000;
  const auto outcome = run_controlled(configuration, {&program}, kCycles)[0];
  const double loads = static_cast<double>(outcome.reply_flits) / 5;
  EXPECT_NEAR(loads, 16 * kCycles / 4000.0, 48) << "with replies of code";
}

/// Without limits the queue for misses is no more than a queue: a program alone needs as long.
TEST(ControlledRuns, AControllerWithoutLimitsCostsAlmostNothing) {
  const auto cycles = [](std::vector<std::string> settings) {
    const auto configuration = study(std::move(settings));
    PtxProgram program(configuration.machine, loads(20), {.blocks = 64, .threads = 64});
    return static_cast<double>(run_controlled(configuration, {&program}, 0)[0].ended);
  };
  const double plain = cycles({});
  EXPECT_NEAR(cycles({"corun=fixed", "corun.fixed.first=\"0\""}) / plain, 1, 0.02);
}

/// Policies that sample while they run come to caps, and memory is as alone.
TEST(ControlledRuns, PoliciesThatMeasureRunToTheirEnd) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> policies = {
      {"warped_slicer", {"corun.warped_slicer.warm_up=4000", "corun.warped_slicer.sample=2000"}},
      {"ws_dai",
       {"corun.ws_dai.warm_up=4000", "corun.ws_dai.sample=2000", "load_store.tenant_queues=true"}},
      {"ccbp",
       {"corun.ccbp.profiling=staggered", "corun.ccbp.warm_up=4000", "corun.ccbp.sample=4000",
        "corun.ccbp.reconsider=8000", "load_store.tenant_queues=true"}},
      {"ccbp",
       {"corun.ccbp.profiling=isolated", "corun.ccbp.warm_up=1000", "corun.ccbp.sample=1000"}},
      {"maestro", {"corun.maestro.alone_ipc=\"1 1\"", "corun.maestro.window=4000"}},
      {"smk", {"corun.smk.alone_ipc=\"1 1\"", "corun.smk.epoch=1000"}}};
  for (const auto& [policy, settings] : policies) {
    const auto configuration = study(settings + std::vector<std::string>{"corun=" + policy});
    PtxProgram a(configuration.machine, loads(30), {.blocks = 200, .threads = 256});
    PtxProgram b(configuration.machine, adds(30), {.blocks = 300, .threads = 192});
    for (PtxProgram* program : {&a, &b}) {
      run_controlled(study({}), {program}, 0);
      program->expected = program->words();
    }
    const Outcomes outcomes = run_controlled(configuration, {&a, &b}, 240'000);
    for (const sim::TenantOutcome& outcome : outcomes) {
      EXPECT_GE(outcome.runs, 2u) << policy;
      EXPECT_TRUE(outcome.differences.empty()) << policy;
    }
  }
}

/// CCBP samples one program after the other, Warped-Slicer both at once: a warm-up and a sample
/// each, in windows of their common divisor, and longer where blocks of others have to leave.
TEST(ControlledRuns, TellHowLongTheyHaveSampled) {
  const auto points = [](const std::vector<std::string>& settings) {
    const auto configuration = study(settings);
    PtxProgram a(configuration.machine, adds(3), {.blocks = 200, .threads = 256});
    PtxProgram b(configuration.machine, adds(4), {.blocks = 300, .threads = 192});
    sim::CorunRun run(configuration, {{.name = "a", .program = &a}, {.name = "b", .program = &b}});
    const auto outcome = run.run({.cycles = 60'000, .window = 2000})[0];
    EXPECT_EQ(outcome.points.back().sampled, run.sampled());
    return outcome.points;
  };
  const auto ccbp = points({"corun=ccbp", "corun.ccbp.profiling=staggered",
                            "corun.ccbp.warm_up=4000", "corun.ccbp.sample=2000"});
  EXPECT_GE(ccbp.back().sampled, 2 * 6000u);
  EXPECT_LT(ccbp.back().sampled, 40'000u);
  const auto slicer = points({"corun=warped_slicer", "corun.warped_slicer.warm_up=4000",
                              "corun.warped_slicer.sample=2000"});
  EXPECT_GE(slicer.back().sampled, 6000u);
  EXPECT_LT(slicer.back().sampled, ccbp.back().sampled);
  for (const auto& all : {ccbp, slicer}) {
    EXPECT_EQ(all[0].sampled, 2000u) << "it begins at once";
    EXPECT_EQ(all[all.size() - 2].sampled, all.back().sampled) << "it has chosen";
    EXPECT_EQ(all.back().sampled % 2000, 0u);
  }
  EXPECT_EQ(points({"corun=even"}).back().sampled, 0u);
}

/// Quotas of issue slots do not let a program issue more than its share while the other wants its.
TEST(ControlledRuns, SmkLetsASlowProgramKeepItsSpeed) {
  const auto shares = [](const std::string& quotas) {
    const auto configuration = study({"corun=smk", "sm.count=2", "corun.smk.quotas=" + quotas,
                                      "corun.smk.alone_ipc=\"4 4\"", "warp_scheduler=oldest"});
    PtxProgram a(configuration.machine, adds(60), {.blocks = 64, .threads = 512});
    PtxProgram b(configuration.machine, adds(60), {.blocks = 64, .threads = 512});
    const Outcomes outcomes = run_controlled(configuration, {&a, &b}, 100'000);
    return static_cast<double>(outcomes[0].warp_instructions) /
           static_cast<double>(outcomes[1].warp_instructions);
  };
  EXPECT_NEAR(shares("true"), 1, 0.02);
}

}  // namespace
}  // namespace heddle::corun_test
