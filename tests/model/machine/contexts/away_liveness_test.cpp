// Nobody waits for ever where warps are away: locks that absent warps hold, barriers at which
// absent warps are missing; and where a program does not end, that is said.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "more_blocks.hpp"

namespace heddle::test {
namespace {

std::vector<gpu::PolicyChoice> residencies_that_move() {
  const auto duet = [](const char* levels) {
    return resided("gpuduet", {{"mode", "static"}, {"levels", levels}});
  };
  std::vector<gpu::PolicyChoice> all = {resided("virtual_thread", {}), duet("by_limit"),
                                        duet("block")};
  for (const unsigned seed : {1u, 2u, 3u})
    all.push_back(resided("random_switches", {{"seed", seed}}));
  return all;
}

/// The first lane of each warp takes a lock five times and adds one to a word.
constexpr const char* kLock = R"(
  mov.u32 %r1, %tid.x;
  and.b32 %r1, %r1, 31;
  setp.ne.u32 %p1, %r1, 0;
  mov.u32 %r2, 5;
  @%p1 bra DONE;
NEXT:
  atom.global.cas.b32 %r3, [%rd1], 0, 1;
  setp.ne.u32 %p2, %r3, 0;
  @%p2 bra NEXT;
  ld.volatile.global.u32 %r4, [%rd1+256];
  add.u32 %r4, %r4, 1;
  st.volatile.global.u32 [%rd1+256], %r4;
  membar.gl;
  atom.global.exch.b32 %r5, [%rd1], 0;
  sub.u32 %r2, %r2, 1;
  setp.ne.u32 %p3, %r2, 0;
  @%p3 bra NEXT;
DONE:)";

TEST(AwayLiveness, OfALockThatAbsentWarpsHold) {
  constexpr unsigned kBlocks = 8, kWarps = 2;
  for (const std::string barrier : {"", "\n  bar.sync 0;"}) {
    for (const auto& policies : residencies_that_move()) {
      Rig rig(without_hits(kWarps), policies);
      rig.run_body(kLock + barrier, {kBlocks}, {kWarps * kWarpSize});
      std::uint32_t sum = 0;
      rig.image().read(rig.buffer() + 256, &sum, sizeof sum);
      EXPECT_EQ(sum, kBlocks * kWarps * 5) << policies.residency;
    }
  }
}

TEST(AwayLiveness, OfProgramsWhoseWarpsComeAndGoAtRandom) {
  for (const PreemptedProgram& program : preempted_programs()) {
    for (unsigned seed = 0; seed < 8; ++seed) {
      const auto machine = with_slots_for(warps_in_block(program) + seed % 3, 4);
      const auto policies = resided("random_switches", {{"seed", seed}});
      const std::string name = fmt::format("{}, seed {}", program.name, seed);
      const auto counters = run_with_slots(program, machine, policies, name);
      EXPECT_GT(counters.exchanges.warps_in, 0u) << name;
      if (HasFatalFailure()) return;
    }
  }
}

// One warp has the only slot and spins for a word of shared memory that the other is to write. It
// never waits for memory, so that it never leaves.
TEST(AwayLiveness, ASpinOnSharedMemoryIsDiagnosed) {
  auto machine = without_hits(2);
  machine.sm.register_unit = 20 * kWarpSize;
  machine.sm.registers = 2 * 20 * kWarpSize;
  machine.control.watchdog_cycles = 2000;
  const std::string body = R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r3, %ctaid.x;
  setp.ge.u32 %p1, %r1, 32;
  @%p1 bra WRITE;
SPIN:
  ld.volatile.shared.u32 %r2, [s];
  setp.eq.u32 %p2, %r2, 0;
  @%p2 bra SPIN;
  bra END;
WRITE:
  ld.global.u32 %r4, [%rd1];
  add.u32 %r4, %r4, 1;
  ld.global.u32 %r5, [%rd1+512];
  add.u32 %r4, %r4, %r5;
  st.volatile.shared.u32 [s], %r4;
END:)";
  Rig rig(machine, resided("gpuduet", {{"mode", "static"}}));
  const std::uint64_t grid = rig.start(kernel(body), {4}, {64});
  std::string message;
  try {
    while (!rig.gpu().status(grid).finished && rig.gpu().now() < 1'000'000)
      rig.gpu().advance(rig.gpu().now() + 2000);
  } catch (const exec::ExecutionFault& fault) {
    message = fault.what();
  }
  EXPECT_THAT(message, testing::HasSubstr("repeat what they did"));
  EXPECT_THAT(message, testing::HasSubstr("can go on and have no slot under residency=gpuduet"));
}

}  // namespace
}  // namespace heddle::test
