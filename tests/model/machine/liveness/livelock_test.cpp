// Threads that run for ever and change nothing are told from threads that compute for long, also
// where threads of several warps issue together.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

constexpr Cycle kWatchdog = 2000;

gpu::MachineSpec impatient() {
  auto machine = one_at_a_time();
  machine.control.watchdog_cycles = kWatchdog;
  return machine;
}

std::map<std::string, gpu::PolicyChoice> choices() {
  std::map<std::string, gpu::PolicyChoice> all = {{"spatial", organised("spatial", {})},
                                                  {"tbc", organised("tbc", {})}};
  for (const std::string scheduler :
       {"majority", "minority", "time_stamp", "pdom_priority", "lpc", "oldest"})
    all.emplace("dwf " + scheduler, pooled(scheduler));
  return all;
}

/// "" if the program ends.
std::string complaint(const std::string& body, const gpu::PolicyChoice& choice) {
  Rig rig(impatient(), choice);
  const std::uint64_t grid = rig.start(kernel(body), {1}, {64});
  try {
    while (!rig.gpu().status(grid).finished) {
      if (rig.gpu().now() > 500 * kWatchdog) return "it goes on and on";
      rig.gpu().advance(rig.gpu().now() + kWatchdog);
    }
  } catch (const exec::ExecutionFault& fault) {
    return fault.what();
  }
  return "";
}

void expect_livelock(const std::string& body) {
  for (const auto& [name, choice] : choices())
    EXPECT_THAT(complaint(body, choice), HasSubstr("repeat what they did")) << name;
}

TEST(Livelock, OfALoopWithoutAnEnd) { expect_livelock("AGAIN:\n  bra AGAIN;\n"); }

/// The turns are counted, and nothing depends on the count.
TEST(Livelock, OfThreadsThatWaitForAFlagThatNobodySets) {
  expect_livelock(R"(
  mov.u32 %r1, 0;
AGAIN:
  add.u32 %r1, %r1, 1;
  ld.volatile.global.u32 %r2, [%rd1];
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra AGAIN;)");
}

/// One thread waits for the flag, the others for that thread.
TEST(Livelock, OfOneThreadForWhichOthersWaitAtABarrier) {
  expect_livelock(R"(
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p1, %r1, 5;
  @%p1 bra ALL;
AGAIN:
  ld.volatile.global.u32 %r2, [%rd1];
  setp.eq.u32 %p2, %r2, 0;
  @%p2 bra AGAIN;
ALL:
  bar.sync 0;)");
}

/// Stores nothing for many times the watchdog's patience: each thread counts to a limit of its own.
TEST(Livelock, IsNotWhereThreadsComputeForLong) {
  for (const auto& [name, choice] : choices()) {
    EXPECT_EQ(complaint(R"(
  mov.u32 %r1, %tid.x;
  mul.lo.u32 %r1, %r1, 20;
  add.u32 %r1, %r1, 2000;
  mov.u32 %r2, 0;
AGAIN:
  add.u32 %r2, %r2, 1;
  and.b32 %r3, %r2, 3;
  setp.eq.u32 %p2, %r3, 0;
  @%p2 bra NEXT;
  add.u32 %r4, %r4, 1;
NEXT:
  setp.lt.u32 %p1, %r2, %r1;
  @%p1 bra AGAIN;
  st.global.u32 [%rd1], %r4;)",
                        choice),
              "")
        << name;
  }
}

}  // namespace
}  // namespace heddle::test
