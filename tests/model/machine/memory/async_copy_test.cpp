// cp.async in time: what a wait costs, which groups and lanes it concerns, and when copies arrive
// on barriers in shared memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clocked.hpp"
#include "closed_form.hpp"
#include "heddle/base/error.hpp"

namespace heddle::test::async_copy {
namespace {

using ::testing::HasSubstr;

/// Like ticks() of clocked.hpp, with instructions of compute capability 8.0.
std::uint32_t ticks_of(const std::string& setup, const std::string& text,
                       const std::string& end = "") {
  Rig rig(plain_machine());
  rig.use_capability(80);
  rig.run_body(setup + "  mov.u32 %r90, %clock;\n" + text +
               "  mov.u32 %r91, %clock;\n  sub.u32 %r92, %r91, %r90;\n" + end +
               "  st.global.u32 [%rd1], %r92;\n");
  return rig.read<std::uint32_t>(1).front();
}

/// %rd2 is a word of the buffer, %r5 a word of shared memory, `global` and `shared` words from one
/// lane to the next.
std::string places(unsigned global, unsigned shared) {
  return fmt::format(R"(
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, {};
  add.u64 %rd2, %rd2, %rd1;
  mov.u32 %r5, s;
  mad.lo.u32 %r5, %r1, {}, %r5;
  setp.lt.u32 %p1, %r1, 16;
  mov.u32 %r6, 0;
)",
                     4 * global, 4 * shared) +
         repeat(4, "  bar.sync 0;\n");
}

const std::string kCopy = "  cp.async.ca.shared.global [%r5], [%rd2], 4;\n";
const std::string kCommit = "  cp.async.commit_group;\n";

TEST(AsyncCopy, AWaitTakesALoadsTimeAndTheBanks) {
  const ClosedForm form{"asynchronous copy and wait", "a load's cycles + b"};
  const std::uint32_t load =
      ticks_of(places(1, 1), "  ld.global.ca.u32 %r6, [%rd2];\n  add.u32 %r7, %r6, 1;\n",
               "  st.global.u32 [%rd1+4], %r7;\n");
  for (const unsigned stride : {1u, 2u, 4u, 8u, 16u, 32u})
    form.expect(fmt::format("b = {}", stride), load + stride,
                ticks_of(places(1, stride), kCopy + "  cp.async.wait_all;\n"));
}

TEST(AsyncCopy, NothingWaitsForACopyButItsWait) {
  const std::string work = repeat(200, "  add.u32 %r6, %r6, %r1;\n");
  const std::string keep = "  st.global.u32 [%rd1+4], %r6;\n";
  const std::uint32_t alone = ticks_of(places(1, 1), work, keep);
  EXPECT_EQ(ticks_of(places(1, 1), kCopy + work, keep), alone + 1);
  const std::uint32_t waits = ticks_of(places(1, 1), kCopy + "  cp.async.wait_all;\n", keep);
  ASSERT_LT(waits, alone);
  EXPECT_EQ(ticks_of(places(1, 1), kCopy + work + "  cp.async.wait_all;\n", keep), alone + 2);
}

TEST(AsyncCopy, AWaitConcernsOlderGroupsOnly) {
  // The second group has a line for each lane, which take a cycle each.
  const std::string second =
      "  mul.wide.u32 %rd3, %r1, 256;\n  add.u64 %rd3, %rd3, %rd1;\n"
      "  cp.async.ca.shared.global [%r5+2048], [%rd3+4096], 4;\n";
  const auto wait = [&](const std::string& how) {
    return ticks_of(places(1, 1), kCopy + kCommit + second + kCommit + how);
  };
  const std::uint32_t first_only = wait("  cp.async.wait_group 1;\n");
  const std::uint32_t both = wait("  cp.async.wait_group 0;\n");
  EXPECT_GE(both, first_only + 31);
  EXPECT_EQ(wait("  cp.async.wait_all;\n"), both);
  EXPECT_LT(wait("  cp.async.wait_group 2;\n"), 40u);
}

TEST(AsyncCopy, WaitGroupLeavesUncommittedCopies) {
  EXPECT_LT(ticks_of(places(1, 1), kCopy + "  cp.async.wait_group 0;\n"), 10u);
  EXPECT_GT(ticks_of(places(1, 1), kCopy + kCommit + "  cp.async.wait_group 0;\n"), 100u);
  // An empty group counts.
  EXPECT_GT(ticks_of(places(1, 1), kCopy + kCommit + kCommit + "  cp.async.wait_group 1;\n"), 100u);
  EXPECT_LT(ticks_of(places(1, 1), kCopy + kCommit + kCommit + "  cp.async.wait_group 2;\n"), 10u);
}

TEST(AsyncCopy, GroupsBelongToThreads) {
  const std::string copy = "  @%p1 cp.async.ca.shared.global [%r5], [%rd2], 4;\n";
  const auto wait_of = [&](const std::string& guard) {
    return ticks_of(places(1, 1),
                    copy + "  " + guard + " bra SKIP;\n  cp.async.wait_all;\nSKIP:\n");
  };
  EXPECT_LT(wait_of("@%p1"), 60u);  // those that have not copied wait
  EXPECT_GT(wait_of("@!%p1"), 100u);
}

TEST(AsyncCopy, CopiesOfAWarpShareTheTrafficOfALoad) {
  Rig rig(plain_machine());
  rig.use_capability(80);
  const auto counters = rig.run_body(places(1, 1) + kCopy + "  cp.async.wait_all;\n");
  EXPECT_EQ(counters.kernel.global_accesses, 1u);
  EXPECT_EQ(counters.kernel.global_transactions, 1u);
  EXPECT_EQ(counters.kernel.shared.accesses, 1u);
  EXPECT_EQ(counters.kernel.shared.words, 32u);
  EXPECT_EQ(counters.kernel.l1.loads, 1u);
  EXPECT_EQ(counters.kernel.l1.bypasses, 0u);
}

TEST(AsyncCopy, CgPassesTheL1) {
  Rig rig(plain_machine());
  rig.use_capability(80);
  const auto counters = rig.run_body(
      places(4, 4) + "  cp.async.cg.shared.global [%r5], [%rd2], 16;\n  cp.async.wait_all;\n");
  EXPECT_EQ(counters.kernel.l1.bypasses, 4u);  // 512 bytes
  EXPECT_EQ(counters.kernel.shared.cycles, 4u);
}

/// Two warps: the first copies and arrives, the second waits for the phase. The cycles of the wait
/// by the second warp's clock.
std::uint32_t cycles_until_phase(const std::string& copy) {
  Rig rig(plain_machine());
  rig.use_capability(80);
  rig.run_body(places(1, 1) + fmt::format(R"(
  mov.u32 %r10, s;
  add.u32 %r10, %r10, 1024;
  setp.eq.u32 %p2, %r1, 0;
  mov.u32 %r11, 32;
  @%p2 mbarrier.init.shared.b64 [%r10], %r11;
  bar.sync 0;
  mov.u32 %r90, %clock;
  setp.ge.u32 %p3, %r1, 32;
  @%p3 bra CONSUMER;
{}
  cp.async.mbarrier.arrive.noinc.shared.b64 [%r10];
  bra END;
CONSUMER:
  mbarrier.test_wait.parity.shared.b64 %p4, [%r10], 0;
  @!%p4 bra CONSUMER;
  mov.u32 %r91, %clock;
  sub.u32 %r92, %r91, %r90;
  st.global.u32 [%rd1], %r92;
END:
)",
                                          copy),
               {}, {64});
  return rig.read<std::uint32_t>(1).front();
}

TEST(AsyncCopy, ArrivesOnABarrierWhenItIsComplete) {
  const std::uint32_t load =
      ticks_of(places(1, 1), "  ld.global.ca.u32 %r6, [%rd2];\n  add.u32 %r7, %r6, 1;\n",
               "  st.global.u32 [%rd1+4], %r7;\n");
  const std::uint32_t at_once = cycles_until_phase("");
  const std::uint32_t after_copy = cycles_until_phase(kCopy);
  EXPECT_LT(at_once, load / 2);
  EXPECT_GE(after_copy, load - 5);
  // The consumer looks once more after the arrival.
  EXPECT_LT(after_copy, load + 2 * at_once);
}

std::string refusal(const gpu::PolicyChoice& policies, const gpu::MachineSpec& machine,
                    unsigned capability) {
  try {
    Rig rig(machine, policies);
    rig.use_capability(capability);
    rig.run_body(places(1, 1) + kCopy + "  cp.async.wait_all;\n");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(AsyncCopy, NeedsComputeCapability) {
  EXPECT_THAT(refusal({}, small_machine(), 75),
              HasSubstr("needs compute capability 8.0, and the code is for 7.5"));
  EXPECT_EQ(refusal({}, small_machine(), 80), "");
}

}  // namespace
}  // namespace heddle::test::async_copy
