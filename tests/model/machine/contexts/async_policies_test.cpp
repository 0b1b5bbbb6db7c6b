// A program that copies in stages, under every policy of an SM and every organisation, and with
// blocks that leave their SMs and come back.

#include "every_policy.hpp"
#include "organisation.hpp"

namespace heddle::test::async_policies {
namespace {

constexpr unsigned kBlocks = 10, kThreads = 64, kRounds = 6;
constexpr unsigned kInput = 1 << 19;  ///< byte of the buffer where the blocks' input begins

/// Threads of a block write their input, and then add what other threads of the block have copied
/// to one of two stages. The copies of even warps are waited for by groups, those of odd warps by a
/// barrier in shared memory.
PreemptedProgram staged() {
  PreemptedProgram program{"copies in stages", {}, {kBlocks}, {kThreads}, {}, {}};
  program.ptx =
      kernel(fmt::format(R"(
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mad.lo.u32 %r1, %r3, {0}, %r2;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd1, %rd2;
  mul.lo.u32 %r4, %r3, {1};
  mad.lo.u32 %r4, %r4, {0}, %r2;
  mul.wide.u32 %rd3, %r4, 4;
  add.u64 %rd3, %rd1, %rd3;
  mov.u32 %r5, 0;
WRITE:
  st.global.u32 [%rd3+{2}], %r4;
  add.u32 %r4, %r4, {0};
  add.u64 %rd3, %rd3, {3};
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, {1};
  @%p1 bra WRITE;
  sub.u64 %rd3, %rd3, {4};
  mov.u32 %r10, s;
  add.u32 %r10, %r10, 2048;
  setp.eq.u32 %p2, %r2, 0;
  @%p2 mbarrier.init.shared.b64 [%r10], 32;
  bar.sync 0;
  mov.u32 %r6, s;
  shl.b32 %r7, %r2, 2;
  add.u32 %r6, %r6, %r7;
  add.u32 %r8, %r2, 33;
  rem.u32 %r8, %r8, {0};
  shl.b32 %r8, %r8, 2;
  mov.u32 %r9, s;
  add.u32 %r8, %r8, %r9;
  setp.ge.u32 %p3, %r2, 32;
  mov.u32 %r11, 0;
  mov.u32 %r5, 0;
  mov.u32 %r12, 0;
ROUND:
  cp.async.ca.shared.global [%r6], [%rd3+{2}], 4;
  @%p3 bra ODD;
  cp.async.commit_group;
  cp.async.wait_group 0;
  bra WAIT;
ODD:
  cp.async.mbarrier.arrive.noinc.shared.b64 [%r10];
WAIT:
  mbarrier.test_wait.parity.shared.b64 %p4, [%r10], %r12;
  @!%p4 bra WAIT;
  xor.b32 %r12, %r12, 1;
  bar.sync 0;
  ld.shared.u32 %r13, [%r8];
  add.u32 %r11, %r11, %r13;
  xor.b32 %r6, %r6, 512;
  xor.b32 %r8, %r8, 512;
  add.u64 %rd3, %rd3, {3};
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, {1};
  @%p1 bra ROUND;
  st.global.u32 [%rd2], %r11;
)",
                         kThreads, kRounds, kInput, 4 * kThreads, 4 * kThreads * kRounds));
  for (unsigned block = 0; block < kBlocks; ++block)
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      std::uint32_t sum = 0;
      for (unsigned round = 0; round < kRounds; ++round)
        sum += (block * kRounds + round) * kThreads + (thread + 33) % kThreads;
      program.threads.push_back(sum);
    }
  return program;
}

gpu::MachineSpec two_sms(gpu::MachineSpec machine = small_machine()) {
  machine.sm.count = 2;
  machine.sm.blocks = 3;
  return machine;
}

void run(const gpu::MachineSpec& machine, const gpu::PolicyChoice& policies, const std::string& how,
         unsigned host_threads = 1) {
  const PreemptedProgram program = staged();
  Rig rig(machine, policies, host_threads);
  rig.use_capability(80);
  rig.annotate();
  rig.run(program.ptx, program.grid, program.block);
  expect_output(rig, program, how);
}

const auto kRunOnTwoSms = [](const gpu::PolicyChoice& policies, const std::string& name) {
  run(two_sms(), policies, name);
};

TEST(AsyncPolicies, EveryWarpScheduler) {
  run_each_policy<policy::WarpScheduler>(&gpu::PolicyChoice::warp_scheduler, kRunOnTwoSms);
}

TEST(AsyncPolicies, EveryThrottle) {
  run_each_policy<policy::Throttle>(&gpu::PolicyChoice::throttle, kRunOnTwoSms);
}

TEST(AsyncPolicies, EveryResidency) {
  for (const auto& [name, policies] : every_residency()) run(two_sms(), policies, name);
}

TEST(AsyncPolicies, EveryOrganisation) {
  for (const auto& [name, policies] : every_organisation()) run(two_sms(), policies, name);
  for (const auto& [name, policies] : every_ganging_organisation())
    run(two_sms(sliced()), policies, name);
}

TEST(AsyncPolicies, OrganisationsThatFormWarpsRefuse) {
  const std::string arrival = "  mov.u32 %r1, s;\n  cp.async.mbarrier.arrive.shared.b64 [%r1];\n";
  for (const auto& [name, policies] : every_forming_organisation()) {
    const auto refusal = [&](const std::string& ptx) -> std::string {
      try {
        Rig rig(two_sms(one_at_a_time()), policies);
        rig.use_capability(80);
        rig.run(ptx, {1}, {kThreads});
      } catch (const Error& error) {
        return error.what();
      }
      return "";
    };
    EXPECT_THAT(refusal(staged().ptx), testing::HasSubstr("instruction 'cp_async'")) << name;
    EXPECT_THAT(refusal(kernel(arrival)), testing::HasSubstr("instruction 'cp_async_arrive'"))
        << name;
  }
}

TEST(AsyncPolicies, HostThreadsDoNotShow) { run(two_sms(), {}, "two threads", 2); }

TEST(AsyncPolicies, BlocksThatComeBack) {
  run_with_stopped_blocks(two_sms(), staged(), 60, [](const gpu::GridCounters&) {});
}

}  // namespace
}  // namespace heddle::test::async_policies
