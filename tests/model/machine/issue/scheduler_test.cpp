// What the watchdog says of warp schedulers that let slots idle.

#include <string>

#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

class IssuesNothing final : public policy::WarpScheduler {
 public:
  unsigned pick(unsigned, const model::EntityMask&) override { return model::kNoEntity; }
};

class IssuesRarely final : public policy::WarpScheduler {
 public:
  static constexpr unsigned kTurns = 1000;
  unsigned pick(unsigned, const model::EntityMask& candidates) override {
    return ++turns_ % kTurns == 0 ? candidates.first() : model::kNoEntity;
  }

 private:
  unsigned turns_ = 0;
};

const policy::Register<policy::WarpScheduler, IssuesNothing> nothing("issues_nothing",
                                                                     "lets all slots idle");
const policy::Register<policy::WarpScheduler, IssuesRarely> rarely("issues_rarely",
                                                                   "once in many turns");

gpu::MachineSpec watched_machine() {
  auto machine = small_machine();
  machine.control.watchdog_cycles = 20'000;
  return machine;
}

const std::string kLoop = kernel(R"(
  mov.u32 %r1, 0;
L:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, 20;
  @%p1 bra L;
  st.global.u32 [%rd1], %r1;
)");

TEST(Watchdog, NamesASchedulerThatIssuesNothing) {
  Rig rig(watched_machine(), {.warp_scheduler = "issues_nothing"});
  rig.start(kLoop, {}, {128});
  try {
    rig.gpu().advance(200'000);
    FAIL() << "no instruction can issue";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("warp_scheduler issues_nothing issues none of 4 ready warps"),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("warp 3 can issue at test.ptx:"), std::string::npos) << message;
  }
}

/// The lock at %rd1 + 128 is warp 1's from the start: its first lane lets it go, that of warp 0
/// waits for it.
const std::string kLock = kernel(R"(
  .reg .pred %q<4>;
  mov.u32 %r1, %tid.x;
  mov.u32 %r4, 1;
  setp.eq.u32 %q1, %r1, 32;
  @%q1 bra RELEASE;
  setp.ne.u32 %q2, %r1, 0;
  @%q2 bra END;
SPIN:
  atom.global.cas.b32 %r2, [%rd1+128], 1, 2;
  setp.ne.u32 %q3, %r2, 1;
  @%q3 bra SPIN;
  st.global.u32 [%rd1], %r4;
  bra END;
RELEASE:
  atom.global.exch.b32 %r3, [%rd1+128], 1;
END:
)");

gpu::PolicyChoice one_warp(std::uint32_t force_release_after) {
  gpu::PolicyChoice choice{.throttle = "swl"};
  choice.configure =
      set_of("throttle.swl", {{"limit", 1}, {"force_release_after", force_release_after}});
  return choice;
}

TEST(Watchdog, NamesTheThrottleThatHoldsTheOwnerOfALock) {
  Rig rig(watched_machine(), one_warp(0));
  rig.start(kLock, {}, {64});
  try {
    rig.gpu().advance(200'000);
    FAIL() << "warp 1 can never let the lock go";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("throttle swl holds 1 ready warps"), std::string::npos) << message;
    EXPECT_NE(message.find("the first is SM 0: k block 0 warp 1 at test.ptx:"), std::string::npos)
        << message;
    EXPECT_NE(message.find("--set throttle.swl.force_release_after="), std::string::npos)
        << message;
  }
}

TEST(Watchdog, AThrottleThatLetsWarpsGoEndsIt) {
  Rig rig(watched_machine(), one_warp(3000));
  const auto counters = rig.run(kLock, {}, {64});
  EXPECT_GT(duration(counters), 3000);
  EXPECT_LT(duration(counters), 20'000);
  EXPECT_EQ(rig.read<std::uint32_t>(1)[0], 1u);
}

TEST(Watchdog, LeavesASchedulerThatIssuesRarelyAlone) {
  const auto machine = watched_machine();
  Rig rig(machine, {.warp_scheduler = "issues_rarely"});
  const auto counters = rig.run(kLoop, {}, {32});
  EXPECT_GT(duration(counters), 2 * machine.control.watchdog_cycles);
  EXPECT_EQ(rig.read<std::uint32_t>(1)[0], 20u);
}

}  // namespace
}  // namespace heddle::test
