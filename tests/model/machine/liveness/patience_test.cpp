// The watchdog where blocks leave their SMs and come back: it does not end programs that compute
// without a store, and finds those that wait for ever.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "taken_sm.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

constexpr Cycle kPatientWatchdog = 2000;

gpu::MachineSpec impatient(std::uint32_t sms) {
  auto machine = preempted_machine(sms);
  machine.control.watchdog_cycles = kPatientWatchdog;
  return machine;
}

/// Cycles that the program takes, which is to end; 0: it did not.
Cycle time_of(Rig& rig, std::uint64_t grid, const std::string& what) {
  try {
    while (!rig.gpu().status(grid).finished && rig.gpu().now() < 2'000'000)
      rig.gpu().advance(rig.gpu().now() + kPatientWatchdog);
  } catch (const exec::ExecutionFault& fault) {
    ADD_FAILURE() << what << ": " << fault.what();
    return 0;
  }
  EXPECT_TRUE(rig.gpu().status(grid).finished) << what;
  return rig.gpu().now();
}

/// Many checks fall while blocks are off their SMs, or just back.
TEST(Patience, WithBlocksThatComputeWhileSignalsCome) {
  for (const char* method : {"occup", "live", "live_cp", "inplace", "progress"}) {
    for (const std::uint64_t period : {500u, 700u, 1100u}) {
      Rig rig(impatient(1), signalled(method, period));
      rig.annotate();
      const std::uint64_t grid = rig.start(counting(2000), {2}, {64}, Rig::Launch{});
      const std::string what = fmt::format("{} every {} cycles", method, period);
      EXPECT_GT(time_of(rig, grid, what), 5 * kPatientWatchdog) << what;
    }
  }
}

/// What the watchdog says of a grid of so many blocks.
std::string complaint(Rig& rig, const std::string& body, unsigned blocks) {
  rig.annotate();
  rig.start(kernel(body), {blocks}, {32}, Rig::Launch{});
  try {
    while (rig.gpu().now() < 500 * kPatientWatchdog)
      rig.gpu().advance(rig.gpu().now() + kPatientWatchdog);
  } catch (const exec::ExecutionFault& fault) {
    return fault.what();
  }
  return "";
}

constexpr const char* kWaits =
    "  mov.u32 %r1, 0;\nAGAIN:\n  add.u32 %r1, %r1, 1;\n  ld.volatile.global.u32 %r2, [%rd1];\n"
    "  setp.eq.u32 %p1, %r2, 0;\n  @%p1 bra AGAIN;\n";

/// However short they are on an SM between two signals.
TEST(Patience, EndsWithBlocksThatPollForEver) {
  for (const char* method : {"occup", "live", "live_cp", "inplace", "drain"}) {
    for (const std::uint64_t period : {100u, 500u, 3000u}) {
      Rig rig(impatient(2), signalled(method, period));
      EXPECT_THAT(complaint(rig, kWaits, 4), HasSubstr("repeat what they did"))
          << method << " every " << period << " cycles";
    }
  }
}

TEST(Patience, NamesDrainThatWaitsForBlocksWithoutEnd) {
  Rig rig(impatient(1), signalled("drain", 500));
  const std::string message = complaint(rig, kWaits, 2);
  EXPECT_THAT(message, HasSubstr("SM 0 works off a signal under preemption=drain, which waits for "
                                 "2 blocks there to end, and they do not"));
  EXPECT_THAT(message, HasSubstr("--set preemption=live_cp"));
  EXPECT_THAT(message, testing::Not(HasSubstr("may have the lock")));
}

}  // namespace
}  // namespace heddle::test
