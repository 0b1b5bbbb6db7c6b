// Organisations: how long instructions hold their lanes, and that what a program computes does not
// depend on how its threads lie on them.

#include "organisation.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

/// Eight single-precision lanes and two special function units; one instruction a cycle.
gpu::MachineSpec eight_arithmetic_lanes() {
  auto machine = small_machine();
  machine.sm.schedulers = 1;
  machine.sm.register_banks = 64;
  machine.execution.units[static_cast<std::size_t>(core::UnitKind::sp)] = {1, 8};
  machine.execution.units[static_cast<std::size_t>(core::UnitKind::sfu)] = {1, 2};
  for (const auto op_class : {isa::OpClass::float32, isa::OpClass::special}) {
    auto& timing = machine.execution.operations[static_cast<std::size_t>(op_class)];
    timing.latency = 4;
    timing.initiation = 1;
  }
  return machine;
}

constexpr unsigned kIndependent = 16;

/// So many instructions that do not depend on each other; {0} in `operation` is their register.
std::string independent(const std::string& operation) {
  std::string text;
  for (unsigned i = 20; i < 20 + kIndependent; ++i)
    text += fmt::format(fmt::runtime("  " + operation + ";\n"), i);
  return text;
}
/// One register operand: the banks of a lane never bound it.
const std::string kAdd = "add.f32 %f{0}, %f{0}, 0f3F800000";
const std::string kSine = "sin.approx.f32 %f{0}, %f{0}";

/// Cycles that an instruction of `text` costs a block in the long run, after `setup`.
double cycles_each(const std::string& setup, const std::string& text,
                   const gpu::PolicyChoice& organisation, Dim3 block) {
  constexpr unsigned kFew = 4, kMany = 20;
  const std::string begin =
      "  ld.global.f32 %f2, [%rd1];\n" + independent("ld.global.f32 %f{0}, [%rd1]") + setup;
  const std::string end = independent("st.global.f32 [%rd1], %f{0}");
  const auto time = [&](unsigned copies) {
    Rig rig(eight_arithmetic_lanes(), organisation);
    return static_cast<double>(
        duration(rig.run_body(begin + repeat(copies, text) + end, {}, block)));
  };
  return (time(kMany) - time(kFew)) / (kMany - kFew) / kIndependent;
}

TEST(Organisation, SpatialTakesAllLanesWhateverIsActive) {
  for (const unsigned threads : {32u, 5u, 1u}) {
    EXPECT_EQ(cycles_each("", independent(kAdd), organised("spatial", {}), {threads}), 32 / 8);
    EXPECT_EQ(cycles_each("", independent(kSine), organised("spatial", {}), {threads}), 32 / 2);
  }
}

TEST(Organisation, ATemporalLaneTakesOneCycleAnActiveThread) {
  for (const unsigned threads : {32u, 13u, 5u, 1u}) {
    EXPECT_EQ(cycles_each("", independent(kAdd), organised("temporal", {}), {threads}), threads);
    // Two special function units for eight lanes: four cycles a thread.
    EXPECT_EQ(cycles_each("", independent(kSine), organised("temporal", {}), {threads}),
              4 * threads);
  }
}

TEST(Organisation, ASpatioTemporalLaneTakesOneCycleAnAlignedGroup) {
  for (const unsigned k : {1u, 2u, 4u, 8u}) {
    for (const unsigned threads : {32u, 13u, 5u, 1u}) {
      EXPECT_EQ(
          cycles_each("", independent(kAdd), organised("spatio_temporal", {{"k", k}}), {threads}),
          (threads + k - 1) / k)
          << k << " threads a group";
    }
  }
}

TEST(Organisation, AlternatingThreadsDoNotCompactForWiderGroups) {
  const auto cost = [](unsigned k) {
    return cycles_each(
        "  mov.u32 %r1, %tid.x;\n  and.b32 %r1, %r1, 1;\n  setp.eq.u32 %p1, %r1, 0;\n",
        independent("@%p1 " + kAdd), organised("spatio_temporal", {{"k", k}}), {32});
  };
  EXPECT_EQ(cost(1), 16);
  EXPECT_EQ(cost(2), 16);
  EXPECT_EQ(cost(4), 8);
}

TEST(Organisation, LanesRunSideBySideUntilTheOneIssueLimitsThem) {
  // Eight warps, one a lane, of `threads` active threads each.
  for (const unsigned threads : {32u, 8u, 4u, 1u}) {
    const std::string few = fmt::format(
        "  mov.u32 %r1, %tid.x;\n  and.b32 %r1, %r1, 31;\n  setp.lt.u32 %p1, %r1, {};\n", threads);
    EXPECT_EQ(cycles_each(few, independent("@%p1 " + kAdd), organised("temporal", {}), {256}),
              std::max(threads, 8u))
        << threads << " threads";
  }
}

TEST(Organisation, UnlockedAWarpUsesAllLanes) {
  EXPECT_EQ(cycles_each("", independent(kAdd), organised("temporal", {{"unlocked", 1}}), {32}),
            32 / 8);
}

// Each quarter of a warp has a path of its own, `length` dependent additions long.
std::string four_ways(unsigned length) {
  std::string text =
      "  mov.u32 %r1, %tid.x;\n  shr.u32 %r1, %r1, 3;\n  ld.global.f32 %f2, [%rd1];\n";
  for (int way = 0; way < 4; ++way) {
    text += fmt::format("  setp.ne.u32 %p{0}, %r1, {0};\n  @%p{0} bra W{0};\n", way);
    text += repeat(length, "  add.f32 %f1, %f1, %f2;\n");
    text += fmt::format("  st.global.f32 [%rd1], %f1;\nW{}:\n", way);
  }
  return text;
}

TEST(Organisation, NarrowWarpsRunTheirOwnPathsAtOnce) {
  const auto cost = [](unsigned width) {
    const auto time = [&](unsigned length) {
      Rig rig(small_machine(), organised("spatial", {{"width", width}}));
      return static_cast<double>(duration(rig.run_body(four_ways(length))));
    };
    return (time(80) - time(16)) / 64;
  };
  const double latency = small_machine().execution.timing(isa::OpClass::float32).latency;
  EXPECT_EQ(cost(32), 4 * latency);
  EXPECT_EQ(cost(16), 2 * latency);
  EXPECT_EQ(cost(8), latency);
  EXPECT_EQ(cost(4), latency);
}

// Each quarter of the warp turns as often as `turns` says of it, then loads and stores its words.
std::string load_after(const std::string& turns) {
  return "  mov.u32 %r1, %tid.x;\n  shr.u32 %r2, %r1, 3;\n" + turns + R"(
L:
  sub.u32 %r2, %r2, 1;
  setp.gt.s32 %p1, %r2, 0;
  @%p1 bra L;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd2, %rd1;
  ld.global.u32 %r3, [%rd2];
  st.global.u32 [%rd2+4096], %r3;
)";
}

TEST(Organisation, WhatPartsIssueInOneCycleIsOneAccess) {
  const auto transactions = [](unsigned width, const std::string& turns) {
    Rig rig(small_machine(), organised("spatial", {{"width", width}}));
    return rig.run_body(load_after(turns)).kernel.global_transactions;
  };
  const std::string same = "  mov.u32 %r2, 1;\n";
  for (const unsigned width : {32u, 16u, 8u, 4u}) {
    EXPECT_EQ(transactions(width, same), 2u) << width << " threads: one load, one store";
  }
  // Quarters that have slipped apart make an access each.
  const std::string apart = "  mul.lo.u32 %r2, %r2, 40;\n";
  EXPECT_EQ(transactions(32, apart), 2u);
  EXPECT_EQ(transactions(16, apart), 2u * 2);
  EXPECT_EQ(transactions(8, apart), 2u * 4);
}

TEST(Organisation, PartsOfOneCycleShareTheBanksOfSharedMemory) {
  for (const unsigned stride : {1u, 2u, 8u}) {
    const std::string body = fmt::format(
        "  mov.u32 %r1, %tid.x;\n  mul.lo.u32 %r1, %r1, {};\n  mov.u32 %r2, s;\n"
        "  add.u32 %r1, %r1, %r2;\n  ld.shared.u32 %r3, [%r1];\n  st.global.u32 [%rd1], %r3;\n",
        4 * stride);
    for (const unsigned width : {32u, 8u, 4u}) {
      Rig rig(small_machine(), organised("spatial", {{"width", width}}));
      const auto counters = rig.run_body(body);
      EXPECT_EQ(counters.kernel.shared.accesses, 1u) << width;
      EXPECT_EQ(counters.kernel.shared.cycles, stride) << width;
    }
  }
}

TEST(Organisation, AnAccessCountsForItsOwnKernel) {
  const std::string reads = kernel(
      "L:\n  ld.global.u32 %r1, [%rd1];\n  st.global.u32 [%rd1+64], %r1;\n"
      "  add.u32 %r2, %r2, 1;\n  setp.lt.u32 %p1, %r2, 50;\n  @%p1 bra L;\n");
  const std::string shares = kernel(
      "  mov.u32 %r1, s;\nL:\n  st.shared.u32 [%r1], %r2;\n"
      "  add.u32 %r2, %r2, 1;\n  setp.lt.u32 %p1, %r2, 200;\n  @%p1 bra L;\n");
  Rig rig(small_machine(), organised("spatial", {{"width", 8}}));
  const auto global = rig.start(reads, {3}, {256}), shared = rig.start(shares, {3}, {256});
  const auto of_global = rig.finish(global).kernel, of_shared = rig.finish(shared).kernel;
  EXPECT_GT(of_global.global_accesses, 0u);
  EXPECT_GT(of_shared.shared.accesses, 0u);
  EXPECT_EQ(of_global.shared.accesses, 0u);
  EXPECT_EQ(of_shared.global_accesses, 0u);
}

TEST(Organisation, MorePartsThanCanBeScheduledAreRefused) {
  auto machine = small_machine();
  machine.sm.warps = 128;
  EXPECT_NO_THROW(Rig(machine, organised("spatial", {{"width", 8}})));
  try {
    const Rig rig(machine, organised("spatial", {{"width", 4}}));
    FAIL() << "it was made";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                testing::AllOf(testing::HasSubstr("sm.warps (128)"), testing::HasSubstr("512"),
                               testing::HasSubstr("lower")));
  }
}

// The lanes of a temporal machine share one front end; lane groups side by side have one each.
TEST(Organisation, SequentialLanesShareTheFetches) {
  auto machine = eight_arithmetic_lanes();
  machine.sm.schedulers = 2;
  machine.fetch.per_cycle = 1;
  machine.fetch.instructions = 1;
  const auto cost = [&](const gpu::PolicyChoice& organisation) {
    const auto time = [&](unsigned copies) {
      Rig rig(machine, organisation);
      const std::string text = repeat(copies, "  @%p1 add.u32 %r1, %r1, %r2;\n");
      return static_cast<double>(
          duration(rig.run_body("  ld.global.u32 %r2, [%rd1];\n  setp.ne.u32 %p1, %r2, 0;\n" +
                                    text + "  st.global.u32 [%rd1], %r1;\n",
                                {}, {256})));
    };
    return (time(80) - time(16)) / 64;
  };
  // No thread executes: eight warps cost eight issues, two a cycle, and as many fetches, one a
  // cycle.
  EXPECT_EQ(cost(organised("temporal", {})), 8);
  machine.fetch.instructions = 2;
  EXPECT_EQ(cost(organised("temporal", {})), 4);
}

// After paths of different length, all lanes add up their numbers by shuffles, vote and reach a
// barrier.
const std::string kTogether = R"(
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 31;
  mov.u32 %r3, %r2;
  mov.u32 %r4, 0;
L:
  add.u32 %r4, %r4, 1;
  sub.u32 %r3, %r3, 3;
  setp.gt.s32 %p1, %r3, 0;
  @%p1 bra L;
  mov.u32 %r5, %r2;
  shfl.sync.bfly.b32 %r6, %r5, 16, 31, -1;
  add.u32 %r5, %r5, %r6;
  shfl.sync.bfly.b32 %r6, %r5, 8, 31, -1;
  add.u32 %r5, %r5, %r6;
  shfl.sync.bfly.b32 %r6, %r5, 4, 31, -1;
  add.u32 %r5, %r5, %r6;
  shfl.sync.bfly.b32 %r6, %r5, 2, 31, -1;
  add.u32 %r5, %r5, %r6;
  shfl.sync.bfly.b32 %r6, %r5, 1, 31, -1;
  add.u32 %r5, %r5, %r6;
  setp.lt.u32 %p2, %r2, 5;
  vote.sync.ballot.b32 %r7, %p2, -1;
  add.u32 %r5, %r5, %r7;
  bar.warp.sync -1;
  shl.b32 %r8, %r1, 2;
  mov.u32 %r9, s;
  add.u32 %r9, %r9, %r8;
  st.shared.u32 [%r9], %r5;
  bar.sync 0;
  mov.u32 %r10, %ntid.x;
  sub.u32 %r10, %r10, 1;
  sub.u32 %r10, %r10, %r1;
  shl.b32 %r10, %r10, 2;
  mov.u32 %r9, s;
  add.u32 %r9, %r9, %r10;
  ld.shared.u32 %r11, [%r9];
  add.u32 %r11, %r11, %r4;
  cvt.u64.u32 %rd2, %r8;
  add.u64 %rd2, %rd2, %rd1;
  st.global.u32 [%rd2], %r11;
  setp.gt.u32 %p3, %r2, 20;
  @%p3 ret;
  atom.global.add.u32 %r12, [%rd1+65536], 1;
  bar.sync 0;
  red.global.add.u32 [%rd1+65540], 1;
)";

void expect_together(const std::string& name, const gpu::MachineSpec& machine,
                     const gpu::PolicyChoice& choice) {
  constexpr unsigned kThreads = 160;
  Rig rig(machine, choice);
  rig.run_body(kTogether, {}, {kThreads});
  const auto words = rig.read<std::uint32_t>(16386);
  for (unsigned thread = 0; thread < kThreads; ++thread) {
    const unsigned lane = thread % 32;
    const unsigned turns = std::max(1u, (lane + 2) / 3);
    ASSERT_EQ(words[thread], 31 * 32 / 2 + 0x1F + turns) << name << ", thread " << thread;
  }
  EXPECT_EQ(words[16384], kThreads / 32 * 21) << name;
  EXPECT_EQ(words[16385], kThreads / 32 * 21) << name;
}

TEST(Organisation, AllComputeTheSame) {
  for (const auto& [name, choice] : every_organisation())
    expect_together(name, small_machine(), choice);
  for (const auto& [name, choice] : every_ganging_organisation())
    expect_together(name, sliced(), choice);
  for (const auto& [name, choice] : every_forming_organisation())
    expect_together(name, one_at_a_time(), choice);
}

TEST(Organisation, NamedBarriersCountWarpsNotTheirParts) {
  // The first warp brings what the second waits for at barrier 1, and both meet at barrier 0.
  const std::string body = R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r9, s;
  setp.lt.u32 %p1, %r1, 32;
  @%p1 bra FIRST;
  bar.sync 1, 64;
  ld.shared.u32 %r2, [%r9];
  bra BOTH;
FIRST:
  mov.u32 %r2, 7;
  st.shared.u32 [%r9], %r2;
  bar.arrive 1, 64;
BOTH:
  bar.sync 0;
  setp.ne.u32 %p2, %r2, 7;
  bar.red.popc.u32 %r3, 0, %p2;
  shl.b32 %r4, %r1, 2;
  cvt.u64.u32 %rd2, %r4;
  add.u64 %rd2, %rd2, %rd1;
  add.u32 %r3, %r3, %r2;
  st.global.u32 [%rd2], %r3;
)";
  const auto expect = [&](const gpu::MachineSpec& machine, const auto& organisations) {
    for (const auto& [name, choice] : organisations) {
      Rig rig(machine, choice);
      rig.run_body(body, {}, {64});
      EXPECT_THAT(rig.read<std::uint32_t>(64), testing::Each(7u)) << name;
    }
  };
  expect(small_machine(), every_organisation());
  expect(sliced(), every_ganging_organisation());
}

TEST(Organisation, HostThreadsAndQuantaDoNotShow) {
  const auto expect = [](gpu::MachineSpec machine, const std::string& name, const auto& choice) {
    machine.sm.count = 3;
    Rig one(machine, choice), three(machine, choice, 3);
    const Cycle cycles = duration(one.run_body(kTogether, {9}, {96}));
    EXPECT_EQ(cycles, duration(three.run_body(kTogether, {9}, {96}))) << name;
    machine.control.quantum = 4;
    Rig short_quantum(machine, choice);
    short_quantum.run_body(kTogether, {9}, {96});
    EXPECT_EQ(one.read<std::uint32_t>(96), short_quantum.read<std::uint32_t>(96)) << name;
  };
  for (const auto& [name, choice] : every_organisation()) expect(small_machine(), name, choice);
  for (const auto& [name, choice] : every_ganging_organisation()) expect(sliced(), name, choice);
}

TEST(Organisation, WarpWideWithoutMembersNeedsLockstep) {
  const std::string body = "  shfl.bfly.b32 %r1, %r2, 1, 31;\n  st.global.u32 [%rd1], %r1;\n";
  Rig whole(small_machine(), organised("spatial", {{"width", 32}}));
  EXPECT_NO_THROW(whole.run_body(body));
  Rig narrow(small_machine(), organised("spatial", {{"width", 8}}));
  try {
    narrow.run_body(body);
    FAIL() << "it ran";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                testing::AllOf(testing::HasSubstr("test.ptx:12"), testing::HasSubstr("lockstep"),
                               testing::HasSubstr("organisation=spatial")));
  }
}

TEST(Organisation, ThoseWhoNeverMeetAreNamed) {
  const std::string body = R"(
  mov.u32 %r1, %tid.x;
  setp.ge.u32 %p1, %r1, 8;
  @%p1 bra OTHERS;
  shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;
  bra END;
OTHERS:
  shfl.sync.idx.b32 %r2, %r1, 1, 31, -1;
END:
  st.global.u32 [%rd1], %r2;
)";
  Rig rig(small_machine(), organised("spatial", {{"width", 8}}));
  try {
    rig.run_body(body);
    FAIL() << "it ended";
  } catch (const exec::ExecutionFault& fault) {
    EXPECT_THAT(fault.what(), testing::AllOf(testing::HasSubstr("threads 0 to 7 waits for other"),
                                             testing::HasSubstr("threads 24 to 31")));
  }
}

}  // namespace
}  // namespace heddle::test
