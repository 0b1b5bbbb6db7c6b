// Warps that are formed from threads of several warps. Expected values: the rules of Fung, Aamodt,
// "Thread Block Compaction for Efficient SIMT Control Flow", HPCA 2011, and Fung et al., MICRO
// 2007, worked out by hand.

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr unsigned kLength = 10;  ///< float instructions of a path

/// Threads for which `predicate` sets %p1 add on one path, the others on another. Thread i then
/// stores at word i what it has added up: 10 or 20.
std::string two_paths(const std::string& predicate) {
  return "  mov.u32 %r1, %tid.x;\n  and.b32 %r2, %r1, 31;\n  shr.u32 %r3, %r1, 5;\n"
         "  mov.f32 %f1, 0f00000000;\n" +
         predicate + "  @%p1 bra TWO;\n" + repeat(kLength, "  add.f32 %f1, %f1, 0f3F800000;\n") +
         "  bra BOTH;\nTWO:\n" + repeat(kLength, "  add.f32 %f1, %f1, 0f40000000;\n") + R"(BOTH:
  cvt.rzi.u32.f32 %r4, %f1;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd2, %rd1;
  st.global.u32 [%rd2], %r4;
)";
}

const std::string kAlternating =  // warp 0 the even lanes, warp 1 the odd ones
    "  add.u32 %r5, %r2, %r3;\n  and.b32 %r5, %r5, 1;\n  setp.eq.u32 %p1, %r5, 0;\n";
const std::string kSameLanes = "  and.b32 %r5, %r2, 1;\n  setp.eq.u32 %p1, %r5, 0;\n";
const std::string kAllOneWay = "  setp.lt.u32 %p1, %r2, 32;\n";

struct Issues {
  std::uint64_t on_paths = 0, all = 0;
};

Issues issues(const std::string& predicate, const gpu::PolicyChoice& choice, unsigned threads,
              const std::function<bool(unsigned)>& takes_second) {
  Rig rig(one_at_a_time(), choice);
  const auto counters = rig.run_body(two_paths(predicate), {}, {threads});
  const auto words = rig.read<std::uint32_t>(threads);
  for (unsigned i = 0; i < threads; ++i)
    EXPECT_EQ(words[i], kLength * (takes_second(i) ? 2 : 1)) << "thread " << i;
  const auto& by_class = counters.kernel.by_class;
  return {by_class[static_cast<std::size_t>(isa::OpClass::float32)],
          counters.kernel.warp_instructions};
}

const gpu::PolicyChoice kPdom = organised("spatial", {}), kTbc = organised("tbc", {});
const gpu::PolicyChoice kDwf = pooled("majority");

void expect_refused(const std::function<void()>& run, const std::string& what,
                    const std::string& fix) {
  try {
    run();
    FAIL() << "it ran";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(what), HasSubstr(fix)));
  }
}

/// A block of two warps cannot go on: the error says that warp 1 waits at a barrier, and of warps
/// whose threads wait elsewhere nothing.
void expect_deadlock(const gpu::PolicyChoice& choice, const std::string& body) {
  Rig rig(one_at_a_time(), choice);
  try {
    rig.run_body(body, {}, {64});
    FAIL() << "it ended";
  } catch (const exec::ExecutionFault& fault) {
    EXPECT_THAT(fault.what(), AllOf(HasSubstr("warp 1 waits at a barrier"),
                                    Not(HasSubstr("has threads that wait for others"))));
  }
}

/// Warp 1 waits for warp 0, which is on another path.
const std::string kBarrierOfTwoPaths = R"(
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 32;
  @%p1 bra FIRST;
  bar.sync 1, 64;
  bra BOTH;
FIRST:
  bar.arrive 1, 64;
BOTH:
  st.global.u32 [%rd1], %r1;
)";

bool alternates(unsigned thread) { return (thread % 32 + thread / 32) % 2 == 0; }
bool is_even(unsigned thread) { return thread % 2 == 0; }
bool always(unsigned) { return true; }

/// Fetches that `count` additions more cost a warp.
std::uint64_t fetches_of_line(const gpu::PolicyChoice& choice, std::uint32_t instructions,
                              unsigned count) {
  const auto fetches = [&](unsigned additions) {
    auto machine = one_at_a_time();
    machine.fetch.instructions = instructions;
    Rig rig(machine, choice);
    const std::string body = repeat(additions, "  add.f32 %f1, %f1, 0f3F800000;\n");
    return rig.run_body(body + "  st.global.f32 [%rd1], %f1;\n").kernel.fetch.fetches;
  };
  return fetches(16 + count) - fetches(16);
}

// A fetch brings some instructions, and lines are a multiple of these: one fetch for each of them,
// whoever says who the warps are.
TEST(FormedWarps, AStraightLineIsFetchedAsByPlainWarps) {
  for (const std::uint32_t instructions : {1u, 2u, 4u}) {
    EXPECT_EQ(fetches_of_line(kPdom, instructions, 64), 64 / instructions);
    for (const auto& [name, choice] : every_forming_organisation())
      EXPECT_EQ(fetches_of_line(choice, instructions, 64), 64 / instructions)
          << name << ", fetches of " << instructions;
  }
}

TEST(ThreadBlockCompaction, WarpsOfComplementaryLanesHalveTheIssuesOnThePaths) {
  EXPECT_EQ(issues(kAlternating, kPdom, 64, alternates).on_paths, 2 * 2 * kLength);
  EXPECT_EQ(issues(kAlternating, kTbc, 64, alternates).on_paths, 2 * kLength);
}

TEST(ThreadBlockCompaction, WarpsOfTheSameLanesSaveNothing) {
  EXPECT_EQ(issues(kSameLanes, kTbc, 64, is_even).on_paths, 2 * 2 * kLength);
  EXPECT_EQ(issues(kSameLanes, kTbc, 64, is_even).all, issues(kSameLanes, kPdom, 64, is_even).all);
}

TEST(ThreadBlockCompaction, WithoutDivergenceTheIssuesAreThoseOfStacks) {
  for (const unsigned threads : {32u, 64u, 80u, 1024u}) {
    EXPECT_EQ(issues(kAllOneWay, kTbc, threads, always).all,
              issues(kAllOneWay, kPdom, threads, always).all)
        << threads;
  }
}

TEST(ThreadBlockCompaction, ALoneWarpIssuesAsWithItsStack) {
  EXPECT_EQ(issues(kSameLanes, kTbc, 32, is_even).all, issues(kSameLanes, kPdom, 32, is_even).all);
}

TEST(ThreadBlockCompaction, ABarrierBehindThePathsOpensWhenAllHaveCome) {
  // The even lanes take long before they store what their neighbours read behind the barrier.
  const std::string body = R"(
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 1;
  shl.b32 %r3, %r1, 2;
  mov.u32 %r9, s;
  add.u32 %r9, %r9, %r3;
  mov.u32 %r4, 0;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra STORE;
L:
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p2, %r4, 50;
  @%p2 bra L;
STORE:
  add.u32 %r5, %r1, 100;
  st.shared.u32 [%r9], %r5;
  bar.sync 0;
  xor.b32 %r3, %r3, 4;
  mov.u32 %r9, s;
  add.u32 %r9, %r9, %r3;
  ld.shared.u32 %r6, [%r9];
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd2, %rd1;
  st.global.u32 [%rd2], %r6;
)";
  for (const auto& [name, choice] : every_forming_organisation()) {
    Rig rig(one_at_a_time(), choice);
    rig.run_body(body, {3}, {96});
    const auto words = rig.read<std::uint32_t>(96);
    for (unsigned i = 0; i < 96; ++i) EXPECT_EQ(words[i], 100 + (i ^ 1)) << name << " " << i;
  }
}

TEST(ThreadBlockCompaction, MergedThreadsCoalesce) {
  // On each path the lanes of two warps load and store a line together where they are neighbours.
  const std::string load = R"(
  mul.wide.u32 %rd3, %r2, 4;
  add.u64 %rd3, %rd3, %rd1;
  ld.global.u32 %r6, [%rd3];
  add.u32 %r7, %r7, %r6;
)";
  const std::string body =
      "  mov.u32 %r1, %tid.x;\n  and.b32 %r2, %r1, 31;\n  shr.u32 %r3, %r1, 5;\n" + kAlternating +
      "  @%p1 bra TWO;\n" + load + "  bra BOTH;\nTWO:\n" + load +
      "BOTH:\n  st.global.u32 [%rd1+4096], %r7;\n";
  const auto accesses = [&](const gpu::PolicyChoice& choice) {
    Rig rig(one_at_a_time(), choice);
    return rig.run_body(body, {}, {64}).kernel.global_transactions;
  };
  // Two stores behind the paths; four loads, or two of compacted warps.
  EXPECT_EQ(accesses(kPdom), 2u + 4);
  EXPECT_EQ(accesses(kTbc), 2u + 2);
}

TEST(DynamicWarpFormation, ThreadsAtOneInstructionShareAWarpWhereTheirLanesAreFree) {
  EXPECT_EQ(issues(kAlternating, kDwf, 64, alternates).on_paths, 2 * kLength);
}

TEST(DynamicWarpFormation, ThreadsWhoseLanesAreTakenAreAnotherWarp) {
  EXPECT_EQ(issues(kSameLanes, kDwf, 64, is_even).on_paths, 2 * 2 * kLength);
}

TEST(DynamicWarpFormation, ThreadsOfDifferentBlocksShareAWarp) {
  // In block 0 the lower half of the lanes takes the second path, in block 1 the upper one.
  const std::string halves = R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r6, %ctaid.x;
  mov.u32 %r7, %ntid.x;
  mad.lo.u32 %r8, %r6, %r7, %r1;
  shr.u32 %r2, %r1, 4;
  xor.b32 %r2, %r2, %r6;
  and.b32 %r2, %r2, 1;
  setp.eq.u32 %p1, %r2, 0;
  cvt.rn.f32.u32 %f1, %r1;
  @%p1 bra TWO;
  add.f32 %f1, %f1, 0f3F800000;
  bra BOTH;
TWO:
  add.f32 %f1, %f1, 0f40000000;
BOTH:
  cvt.rzi.u32.f32 %r9, %f1;
  mul.wide.u32 %rd2, %r8, 4;
  add.u64 %rd2, %rd2, %rd1;
  st.global.u32 [%rd2], %r9;
)";
  const auto float_issues = [&](const gpu::PolicyChoice& choice) {
    Rig rig(one_at_a_time(), choice);
    const auto counters = rig.run_body(halves, {2}, {32});
    const auto words = rig.read<std::uint32_t>(64);
    for (unsigned i = 0; i < 64; ++i)
      EXPECT_EQ(words[i], i % 32 + ((i % 32 / 16) == (i / 32) ? 2 : 1)) << i;
    return counters.kernel.by_class[static_cast<std::size_t>(isa::OpClass::float32)];
  };
  EXPECT_EQ(float_issues(kPdom), 4u);
  EXPECT_EQ(float_issues(kDwf), 2u);
}

TEST(DynamicWarpFormation, ABarrierThatNeedsAnotherPathOpens) {
  Rig rig(one_at_a_time(), kDwf);
  rig.run_body(kBarrierOfTwoPaths, {}, {64});
  EXPECT_LT(rig.read<std::uint32_t>(1)[0], 64u);
}

TEST(DynamicWarpFormation, LanesThatAMaskNamesMeet) {
  // The odd lanes take long before they exchange values with the even ones; on each path the lanes
  // of the path exchange theirs.
  const std::string body = R"(
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 1;
  mov.u32 %r4, 0;
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra EVEN;
L:
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p2, %r4, 50;
  @%p2 bra L;
  mov.u32 %r8, 0xAAAAAAAA;
  shfl.sync.bfly.b32 %r5, %r1, 2, 31, %r8;
  bra BOTH;
EVEN:
  shfl.sync.bfly.b32 %r5, %r1, 4, 31, 0x55555555;
BOTH:
  shfl.sync.bfly.b32 %r6, %r5, 1, 31, 0xFFFFFFFF;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd2, %rd1;
  st.global.u32 [%rd2], %r6;
)";
  for (const auto& [name, choice] : every_forming_organisation()) {
    Rig rig(one_at_a_time(), choice);
    rig.run_body(body, {2}, {96});
    const auto words = rig.read<std::uint32_t>(96);
    for (unsigned i = 0; i < 96; ++i) {
      const unsigned neighbour = i ^ 1;
      EXPECT_EQ(words[i], neighbour ^ (neighbour % 2 == 1 ? 2 : 4)) << name << " " << i;
    }
  }
}

TEST(DynamicWarpFormation, ABarrierThatNobodyOpensIsADeadlockWithItsWarps) {
  expect_deadlock(kDwf, "  bar.sync 1, 96;\n");
}

TEST(DynamicWarpFormation, ItsSchedulersNeedAPool) {
  for (const std::string scheduler : {"majority", "minority", "time_stamp", "pdom_priority"}) {
    for (gpu::PolicyChoice choice : {kPdom, kTbc}) {
      choice.warp_scheduler = scheduler;
      expect_refused([&] { Rig(one_at_a_time(), choice); }, "warp_scheduler " + scheduler,
                     "--set organisation=dwf");
    }
  }
}

TEST(FormedWarps, LocalMemoryAtomicsAndCallsAreThoseOfEachThread) {
  const std::string text = R"(.version 7.0
.target sm_75
.address_size 64
.func (.reg .b32 %out) twice(.reg .b32 %in) {
  .reg .b32 %t<4>;
  .reg .pred %q<2>;
  and.b32 %t1, %in, 1;
  setp.eq.u32 %q1, %t1, 0;
  mov.u32 %out, %in;
  @%q1 bra EVEN;
  add.u32 %out, %out, 1000;
EVEN:
  add.u32 %out, %out, %in;
  ret;
}
.visible .entry k(.param .u64 p) {
  .reg .pred %p<4>;
  .reg .b32 %r<20>;
  .reg .b64 %rd<20>;
  .local .align 4 .b8 l[64];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 31;
  shr.u32 %r3, %r1, 5;
  add.u32 %r5, %r2, %r3;
  and.b32 %r5, %r5, 1;
  setp.eq.u32 %p1, %r5, 0;
  mov.u64 %rd4, l;
  mov.u32 %r6, %r1;
  and.b32 %r7, %r1, 7;
  mul.wide.u32 %rd5, %r7, 4;
  add.u64 %rd5, %rd4, %rd5;
  @%p1 bra TWO;
  st.local.u32 [%rd5], %r1;
  atom.global.add.u32 %r8, [%rd1+8192], 1;
  call.uni (%r6), twice, (%r1);
  bra BOTH;
TWO:
  add.u32 %r9, %r1, 5;
  st.local.u32 [%rd5], %r9;
  atom.global.add.u32 %r8, [%rd1+8196], %r1;
BOTH:
  ld.local.u32 %r10, [%rd5];
  add.u32 %r10, %r10, %r6;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd2, %rd1;
  st.global.u32 [%rd2], %r10;
  mul.wide.u32 %rd2, %r8, 4;
  ret;
}
)";
  auto choices = every_forming_organisation();
  choices["stacks"] = kPdom;
  for (const auto& [name, choice] : choices) {
    Rig rig(one_at_a_time(), choice);
    rig.run(text, {}, {96});
    const auto words = rig.read<std::uint32_t>(2050);
    unsigned first = 0, sum = 0;
    for (unsigned i = 0; i < 96; ++i) {
      const bool second = alternates(i);
      first += second ? 0 : 1;
      sum += second ? i : 0;
      const unsigned twice = 2 * i + (i % 2 == 1 ? 1000 : 0);
      EXPECT_EQ(words[i], second ? i + 5 + i : i + twice) << name << ", thread " << i;
    }
    EXPECT_EQ(words[2048], first) << name;
    EXPECT_EQ(words[2049], sum) << name;
  }
}

TEST(FormedWarps, NeedOneInstructionAtATime) {
  for (const auto& [name, choice] : every_forming_organisation()) {
    expect_refused([&] { Rig(small_machine(), choice); }, "organisation " + choice.organisation,
                   "--set sm.issue_discipline=one_at_a_time");
  }
}

TEST(FormedWarps, PoliciesThatNeedWarpsToLastAreRefused) {
  auto late = kTbc;
  late.residency = "warpman";
  expect_refused([&] { Rig(one_at_a_time(), late); }, "residency warpman", "residency=block");
  for (const auto& [name, choice] : every_forming_organisation()) {
    auto two_level = choice, throttled = choice;
    two_level.warp_scheduler = "two_level";
    throttled.throttle = "ccws";
    expect_refused([&] { Rig(one_at_a_time(), two_level); }, "warp_scheduler two_level", "oldest");
    expect_refused([&] { Rig(one_at_a_time(), throttled); }, "throttle ccws", "none");
  }
}

TEST(FormedWarps, BlocksAreNotSaved) {
  for (const auto& [name, choice] : every_forming_organisation()) {
    Rig rig(one_at_a_time(), choice);
    const auto grid = rig.start(kernel("L:\n  ld.volatile.global.u32 %r1, [%rd1];\n"
                                       "  setp.eq.u32 %p1, %r1, 0;\n  @%p1 bra L;\n"),
                                {1}, {64});
    rig.gpu().advance(1000);
    expect_refused([&] { (void)rig.gpu().suspend(grid); }, "saved by warp", "organisation=spatial");
  }
}

TEST(FormedWarps, LockstepIsRefused) {
  const std::string body = "  shfl.bfly.b32 %r1, %r2, 1, 31;\n  st.global.u32 [%rd1], %r1;\n";
  for (const auto& [name, choice] : every_forming_organisation()) {
    Rig rig(one_at_a_time(), choice);
    expect_refused([&] { rig.run_body(body); }, "test.ptx:12", "form with .sync");
  }
}

TEST(ThreadBlockCompaction, ABarrierThatNeedsAnotherPathIsADeadlockWithItsWarps) {
  expect_deadlock(kTbc, kBarrierOfTwoPaths);
}

}  // namespace
}  // namespace heddle::test
