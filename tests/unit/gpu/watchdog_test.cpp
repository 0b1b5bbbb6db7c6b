// When the watchdog stops a run, and what it says.
#include "heddle/gpu/clock/watchdog.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chip_rig.hpp"
#include "heddle/exec/step/fault.hpp"

namespace heddle::gpu {
namespace {

using testing::HasSubstr;

constexpr Cycle kLimit = 4000;
const std::string kSpins = "L: bra L;\n";

MachineSpec impatient() {
  MachineSpec machine = test::small_machine();
  machine.control.watchdog_cycles = kLimit;
  return machine;
}

/// What a check says; "": the run may go on.
template <typename Check>
std::string verdict(Check&& check) {
  try {
    check();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// A block of the body runs on SM 0; a check where one is due, every ten cycles.
struct WatchedRun {
  explicit WatchedRun(const std::string& body, Dim3 threads = {32},
                      const PolicyChoice& policies = {})
      : rig(impatient(), policies), watchdog(rig.chip, policies) {
    rig.bind(0, body, threads);
    rig.send_block(0, 0, 0);
  }
  /// Runs to `until`, or until the watchdog stops the run at `now`.
  void run(Cycle until) {
    for (; now < until; now += 10) {
      rig.run_sms(now);
      if (!watchdog.due(now)) continue;
      message = verdict([&] { watchdog.check(now); });
      if (!message.empty()) return;
    }
  }

  ChipRig rig;
  Watchdog watchdog;
  Cycle now = 0;
  std::string message;
};

TEST(Watchdog, StopsASpinningWarpBetweenOneAndOneAndAHalfLimitsAfterProgress) {
  WatchedRun run(kSpins);
  run.run(10 * kLimit);
  EXPECT_THAT(run.message, HasSubstr("a lock or flag that never changes"));
  EXPECT_THAT(run.message, HasSubstr("SM 0: k block 0 warp 0"));
  EXPECT_GE(run.now, kLimit);
  EXPECT_LE(run.now, kLimit + kLimit / 2 + 30);  // its checks are up to ten cycles late
}

TEST(Watchdog, CountsFromTheLastProgressOutsideTheSms) {
  WatchedRun run(kSpins);
  run.run(kLimit - 100);
  run.watchdog.note_progress(run.now);
  const Cycle progress = run.now;
  run.run(10 * kLimit);
  EXPECT_NE(run.message, "");
  EXPECT_GE(run.now, progress + kLimit);
  EXPECT_THAT(run.message, HasSubstr(fmt::format("for {} cycles nothing", run.now - progress)));
}

TEST(Watchdog, WatchesAnewAfterProgress) {
  WatchedRun run(kSpins);
  run.run(kLimit + kLimit / 4);  // the SMs watch, and the next check would stop the run
  run.watchdog.note_progress(run.now);
  const Cycle progress = run.now;
  run.run(progress + kLimit);
  EXPECT_EQ(run.message, "");
}

TEST(Watchdog, LetsALoopGoOnWhoseRegistersChange) {
  WatchedRun run(
      "  mov.u32 %r1, 1;\nL: add.u32 %r1, %r1, 1;\n  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra L;\n");
  run.run(4 * kLimit);
  EXPECT_EQ(run.message, "");
}

TEST(Watchdog, ChecksFourTimesALimit) {
  WatchedRun run(kSpins);
  EXPECT_TRUE(run.watchdog.due(0));
  run.watchdog.check(0);
  EXPECT_FALSE(run.watchdog.due(kLimit / 4));
  EXPECT_TRUE(run.watchdog.due(kLimit / 4 + 1));
}

/// What is said where nothing will happen any more.
std::string standstill(const ChipRig& rig, bool blocks_resident = true) {
  const Watchdog watchdog(rig.chip, {.residency = "toy"});
  return verdict([&] { watchdog.report_standstill(blocks_resident); });
}

TEST(Watchdog, SaysThatAReplyIsLost) {
  ChipRig rig;
  rig.bind(0, "  ld.global.u32 %r1, [%rd1];\n  st.global.u32 [%rd1+4], %r1;\n");
  rig.send_block(0, 0, 0);
  rig.run_sms(1000);
  const std::string message = standstill(rig);
  EXPECT_THAT(message, HasSubstr("no warp can go on: a reply from memory is lost"));
  EXPECT_THAT(message, HasSubstr("SM 0: k block 0 warp 0 waits for a result from memory"));
}

TEST(Watchdog, SaysThatNoBlockIsAdmitted) {
  EXPECT_THAT(standstill(ChipRig(), false), HasSubstr("residency toy admits no block to any SM"));
}

/// Both warps of a block wait at different barriers, for a warp each that never comes.
TEST(Watchdog, ListsWarpsThatWaitAtBarriersUpToALimit) {
  ChipRig rig;
  rig.bind(0, R"(
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 32;
  @%p1 bar.sync 1, 64;
  bar.sync 0;
)",
           {832});
  rig.send_block(0, 0, 0);
  rig.run_sms(10'000);
  const std::string message = standstill(rig);
  EXPECT_THAT(message, HasSubstr("all that have not ended wait at barriers"));
  // 26 warps wait, of which 24 are named.
  EXPECT_THAT(message, HasSubstr("SM 0: k block 0 warp 23 waits at a barrier"));
  EXPECT_THAT(message, testing::Not(HasSubstr("warp 24")));
  EXPECT_THAT(message, HasSubstr("... and 2 more warps"));
}

}  // namespace
}  // namespace heddle::gpu
