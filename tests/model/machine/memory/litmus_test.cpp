// Memory order between blocks and warps on the timed machine: what programs rely on must come out,
// whatever the schedule.

#include <gtest/gtest.h>

#include "rig.hpp"

namespace heddle::test {
namespace {

struct Setting {
  const char* scheduler;
  std::uint32_t quantum;
  unsigned host_threads = 1;
};

class Litmus : public testing::TestWithParam<Setting> {
 protected:
  Litmus() : rig_(machine(), {.warp_scheduler = GetParam().scheduler}, GetParam().host_threads) {}

  static gpu::MachineSpec machine() {
    auto machine = small_machine();
    machine.sm.count = 4;
    machine.control.quantum = GetParam().quantum;
    machine.control.watchdog_cycles = 200'000;
    return machine;
  }
  std::uint32_t word(std::size_t index) const { return rig_.read<std::uint32_t>(index + 1).back(); }

  Rig rig_;
};

TEST_P(Litmus, TheLastBlockSeesWhatAllOthersWrote) {
  constexpr unsigned kBlocks = 50;
  rig_.run_body(fmt::format(R"(
  mov.u32 %r1, %ctaid.x;
  add.u32 %r2, %r1, 1;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3+4096], %r2;
  membar.gl;
  atom.global.inc.u32 %r3, [%rd1], {0};
  setp.ne.u32 %p1, %r3, {0};
  @%p1 bra END;
  mov.u32 %r4, 0;
  mov.u32 %r5, 0;
  mov.u64 %rd4, %rd1;
SUM:
  ld.volatile.global.u32 %r6, [%rd4+4096];
  add.u32 %r5, %r5, %r6;
  add.u64 %rd4, %rd4, 4;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p2, %r4, {1};
  @%p2 bra SUM;
  st.global.u32 [%rd1+8], %r5;
END:
)",
                            kBlocks - 1, kBlocks),
                {kBlocks}, {1});
  EXPECT_EQ(word(2), kBlocks * (kBlocks + 1) / 2);
}

TEST_P(Litmus, ALockReleasedByAVolatileStoreProtectsItsCounter) {
  rig_.run_body(R"(
LOCK:
  atom.global.cas.b32 %r1, [%rd1], 0, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra LOCK;
  membar.gl;
  ld.volatile.global.u32 %r2, [%rd1+128];
  add.u32 %r2, %r2, 1;
  st.volatile.global.u32 [%rd1+128], %r2;
  membar.gl;
  mov.u32 %r3, 0;
  st.volatile.global.u32 [%rd1], %r3;
)",
                {64}, {1});
  EXPECT_EQ(word(32), 64u);
}

TEST_P(Litmus, AMessageArrivesWithItsFlag) {
  // Even blocks send to the odd block after them.
  rig_.run_body(R"(
  mov.u32 %r1, %ctaid.x;
  and.b32 %r2, %r1, 1;
  shr.u32 %r3, %r1, 1;
  mul.wide.u32 %rd2, %r3, 512;
  add.u64 %rd3, %rd1, %rd2;
  setp.eq.u32 %p1, %r2, 1;
  @%p1 bra RECEIVE;
  add.u32 %r4, %r3, 1000;
  st.global.u32 [%rd3+256], %r4;
  membar.gl;
  mov.u32 %r5, 1;
  st.volatile.global.u32 [%rd3], %r5;
  bra END;
RECEIVE:
  ld.volatile.global.u32 %r6, [%rd3];
  setp.eq.u32 %p2, %r6, 0;
  @%p2 bra RECEIVE;
  membar.gl;
  ld.global.u32 %r7, [%rd3+256];
  st.global.u32 [%rd3+384], %r7;
END:
)",
                {16}, {1});
  for (unsigned pair = 0; pair < 8; ++pair) EXPECT_EQ(word(pair * 128 + 96), 1000 + pair);
}

TEST_P(Litmus, BytesOfOneLineWrittenByAllSmsSurvive) {
  rig_.run_body(R"(
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r2, 4, %r1;
  cvt.u64.u32 %rd2, %r3;
  add.u64 %rd3, %rd1, %rd2;
  add.u32 %r4, %r3, 1;
  st.global.u8 [%rd3], %r4;
)",
                {4}, {32});
  const auto bytes = rig_.read<std::uint8_t>(128);
  for (unsigned i = 0; i < 128; ++i) EXPECT_EQ(bytes[i], i + 1);
}

TEST_P(Litmus, AWarpsStoreAfterItsAtomicIsTheLastWord) {
  rig_.run_body(R"(
  mov.u32 %r1, 7;
  red.global.add.u32 [%rd1], 100;
  st.global.u32 [%rd1], %r1;
)",
                {1}, {1});
  EXPECT_EQ(word(0), 7u);
}

TEST_P(Litmus, AWarpsLoadAfterItsAtomicSeesIt) {
  rig_.run_body(R"(
  red.global.add.u32 [%rd1], 100;
  ld.global.u32 %r1, [%rd1];
  st.global.u32 [%rd1+256], %r1;
)",
                {1}, {1});
  EXPECT_EQ(word(64), 100u);
}

TEST_P(Litmus, PollingBesideAtomicsOfOtherWarpsEnds) {
  rig_.run_body(R"(
  mov.u32 %r1, %tid.x;
  shr.u32 %r2, %r1, 5;
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra POLL;
  mov.u32 %r3, 0;
COUNT:
  red.global.add.u32 [%rd1+4], 1;
  add.u32 %r3, %r3, 1;
  setp.lt.u32 %p2, %r3, 20;
  @%p2 bra COUNT;
  membar.gl;
  atom.global.exch.b32 %r4, [%rd1], 1;
  bra END;
POLL:
  ld.volatile.global.u32 %r5, [%rd1];
  setp.eq.u32 %p3, %r5, 0;
  @%p3 bra POLL;
  st.global.u32 [%rd1+512], %r5;
END:
)",
                {1}, {64});
  EXPECT_EQ(word(128), 1u);
  EXPECT_EQ(word(1), 640u);
}

INSTANTIATE_TEST_SUITE_P(Schedules, Litmus,
                         testing::Values(Setting{"gto", 16}, Setting{"gto", 1}, Setting{"lrr", 16},
                                         Setting{"oldest", 4}, Setting{"gto", 16, 3}),
                         [](const auto& setting) {
                           return fmt::format("{}_quantum_{}_threads_{}", setting.param.scheduler,
                                              setting.param.quantum, setting.param.host_threads);
                         });

}  // namespace
}  // namespace heddle::test
