// What the watchdog says of warp schedulers that let slots idle.

#include <string>

#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
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

TEST(Watchdog, LeavesASchedulerThatIssuesRarelyAlone) {
  const auto machine = watched_machine();
  Rig rig(machine, {.warp_scheduler = "issues_rarely"});
  const auto counters = rig.run(kLoop, {}, {32});
  EXPECT_GT(duration(counters), 2 * machine.control.watchdog_cycles);
  EXPECT_EQ(rig.read<std::uint32_t>(1)[0], 20u);
}

}  // namespace
}  // namespace heddle::test
