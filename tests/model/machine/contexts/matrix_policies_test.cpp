// Programs with matrix instructions under every policy of an SM, and with blocks that leave their
// SMs and come back.

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_output.hpp"
#include "heddle/base/error.hpp"
#include "heddle/policy/kinds.hpp"
#include "rig.hpp"

namespace heddle::test::matrix_policies {
namespace {

constexpr unsigned kBlocks = 12, kThreads = 64, kRounds = 40;

gpu::MachineSpec matrix_machine() {
  auto machine = small_machine();
  machine.sm.count = 3;
  machine.sm.blocks = 2;
  auto& execution = machine.execution;
  execution.units[static_cast<std::size_t>(core::UnitKind::matrix)].count = 2;
  execution.matrix_rates[static_cast<std::size_t>(isa::MatrixElements::f16)] = 128;
  return machine;
}

/// Each warp multiplies a matrix of 16 x 16 equal halves, 1, 2 or 3 by the block's number, with
/// ones. ldmatrix reads the matrix from shared memory in each round.
PreemptedProgram products() {
  PreemptedProgram program{"products of matrices", {}, {kBlocks}, {kThreads}, {}, {}};
  program.ptx = kernel(fmt::format(R"(
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mad.lo.u32 %r1, %r3, {0}, %r2;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd1, %rd2;
  rem.u32 %r4, %r3, 3;
  mov.u32 %r5, 0x3C003C00;
  mov.u32 %r6, %r5;
  setp.eq.u32 %p1, %r4, 1;
  @%p1 mov.u32 %r5, 0x40004000;
  setp.eq.u32 %p2, %r4, 2;
  @%p2 mov.u32 %r5, 0x42004200;
  mov.u32 %r7, s;
  shl.b32 %r8, %r2, 4;
  add.u32 %r7, %r7, %r8;
  st.shared.v4.b32 [%r7], {{%r5, %r5, %r5, %r5}};
  bar.sync 0;
  mov.u32 %r9, 0;
  mov.f32 %f0, 0f00000000;
  mov.f32 %f1, %f0;
  mov.f32 %f2, %f0;
  mov.f32 %f3, %f0;
ROUND:
  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{%r10, %r11, %r12, %r13}}, [%r7];
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{%f0, %f1, %f2, %f3}},
      {{%r10, %r11, %r12, %r13}}, {{%r6, %r6}}, {{%f0, %f1, %f2, %f3}};
  add.u32 %r9, %r9, 1;
  setp.lt.u32 %p3, %r9, {1};
  @%p3 bra ROUND;
  add.f32 %f0, %f0, %f1;
  add.f32 %f2, %f2, %f3;
  add.f32 %f0, %f0, %f2;
  cvt.rzi.u32.f32 %r14, %f0;
  st.global.u32 [%rd2], %r14;
)",
                                   kThreads, kRounds));
  for (unsigned thread = 0; thread < kBlocks * kThreads; ++thread)
    program.threads.push_back(4 * kRounds * 16 * (thread / kThreads % 3 + 1));
  return program;
}

/// Runs the program and returns its multiply-adds.
std::uint64_t run(const gpu::PolicyChoice& policies, const std::string& how,
                  unsigned host_threads = 1) {
  const PreemptedProgram program = products();
  Rig rig(matrix_machine(), policies, host_threads);
  rig.use_capability(80);
  rig.annotate();
  const auto counters = rig.run(program.ptx, program.grid, program.block);
  expect_output(rig, program, how);
  return counters.kernel.multiply_adds[static_cast<std::size_t>(isa::MatrixElements::f16)];
}

constexpr std::uint64_t kMultiplyAdds = std::uint64_t{kBlocks} * (kThreads / 32) * kRounds * 2048;

/// Runs the program with each policy of a kind. A policy that needs another organisation or another
/// machine is refused by name.
template <typename Kind>
void run_each(std::string gpu::PolicyChoice::* choice) {
  unsigned ran = 0, refused = 0;
  for (const policy::PolicyInfo& info : policy::Registry<Kind>::instance().list()) {
    gpu::PolicyChoice policies;
    policies.*choice = info.name;
    try {
      EXPECT_EQ(run(policies, std::string(info.name)), kMultiplyAdds) << info.name;
      ++ran;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(std::string(info.name)));
      ++refused;
    }
  }
  EXPECT_GT(ran, refused);
}

TEST(MatrixPolicies, EveryWarpSchedulerComputesTheSame) {
  run_each<policy::WarpScheduler>(&gpu::PolicyChoice::warp_scheduler);
}

TEST(MatrixPolicies, EveryThrottleComputesTheSame) {
  run_each<policy::Throttle>(&gpu::PolicyChoice::throttle);
}

TEST(MatrixPolicies, EveryResidencyComputesTheSame) {
  run_each<policy::Residency>(&gpu::PolicyChoice::residency);
}

TEST(MatrixPolicies, HostThreadsDoNotShow) {
  EXPECT_EQ(run({}, "three threads", 3), kMultiplyAdds);
}

TEST(MatrixPolicies, BlocksThatComeBackComputeTheSame) {
  const PreemptedProgram program = products();
  std::uint64_t saved = 0;
  for (std::uint32_t seed = 1; saved < 100; ++seed) {
    ASSERT_LE(seed, 100u) << "blocks are not saved";
    Rig rig(matrix_machine());
    rig.use_capability(80);
    std::mt19937 random(seed);
    const std::uint64_t number = rig.start(program.ptx, program.grid, program.block);
    while (!rig.gpu().status(number).finished) {
      rig.gpu().advance(rig.gpu().now() + 1 + random() % 200);
      const std::uint32_t sm = random() % 3;
      const auto slot = static_cast<std::uint16_t>(random() % 2);
      if (rig.gpu().resident_block(sm, slot)) rig.gpu().stop_block(sm, slot, random() % 300);
    }
    saved += rig.gpu().status(number).blocks_saved;
    expect_output(rig, program, fmt::format("seed {}", seed));
    // A block that is stopped does not compute a product twice.
    EXPECT_EQ(rig.gpu().status(number).counters.kernel.multiply_adds[0], kMultiplyAdds);
  }
}

}  // namespace
}  // namespace heddle::test::matrix_policies
