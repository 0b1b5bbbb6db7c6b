// Programs with matrix instructions under every policy of an SM, and with blocks that leave their
// SMs and come back.

#include "every_policy.hpp"

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

const auto kRunAndCount = [](const gpu::PolicyChoice& policies, const std::string& name) {
  EXPECT_EQ(run(policies, name), kMultiplyAdds) << name;
};

TEST(MatrixPolicies, EveryWarpSchedulerComputesTheSame) {
  run_each_policy<policy::WarpScheduler>(&gpu::PolicyChoice::warp_scheduler, kRunAndCount);
}

TEST(MatrixPolicies, EveryThrottleComputesTheSame) {
  run_each_policy<policy::Throttle>(&gpu::PolicyChoice::throttle, kRunAndCount);
}

TEST(MatrixPolicies, EveryResidencyComputesTheSame) {
  run_each_policy<policy::Residency>(&gpu::PolicyChoice::residency, kRunAndCount);
}

TEST(MatrixPolicies, HostThreadsDoNotShow) {
  EXPECT_EQ(run({}, "three threads", 3), kMultiplyAdds);
}

TEST(MatrixPolicies, BlocksThatComeBackComputeTheSame) {
  run_with_stopped_blocks(matrix_machine(), products(), 100, [](const gpu::GridCounters& counters) {
    // A block that is stopped does not compute a product twice.
    EXPECT_EQ(counters.kernel.multiply_adds[0], kMultiplyAdds);
  });
}

}  // namespace
}  // namespace heddle::test::matrix_policies
