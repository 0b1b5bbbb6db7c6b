// Warps and blocks that leave an SM's slots, registers and shared memory while they wait: what that
// costs, that nobody waits for ever, and that programs compute the same.

#include <gtest/gtest.h>

#include "clocked.hpp"
#include "closed_form.hpp"
#include "more_blocks.hpp"

namespace heddle::test {
namespace {

gpu::PolicyChoice duet(Values values = {}) {
  values.emplace("mode", "static");
  return resided("gpuduet", values);
}

/// Registers for one warp of 20 registers a thread, and slots for more.
gpu::MachineSpec registers_of_one_warp() {
  auto machine = without_hits(8);
  machine.sm.register_unit = machine.sm.registers = 20 * kWarpSize;
  return machine;
}

// 20 registers of 128 bytes and 144 bytes of a slot: 22 cycles out and 22 in.
TEST(GpuDuet, DependentMissesCostAMissAndASwap) {
  const ClosedForm form{"cycles a miss of each of two chases that swap registers for one",
                        "miss + 2 x (slot + registers x 128) / bytes a cycle"};
  const auto machine = registers_of_one_warp();
  const double miss = cycles_a_miss(machine, resided("block"), 1);
  ASSERT_EQ(miss, l2_latency(machine, 32));  // a sector
  struct Case {
    unsigned width, cycles;
  };
  for (const Case& each : {Case{128, 22}, Case{64, 43}, Case{256, 11}}) {
    const auto policies = duet({{"switch_bytes", each.width}, {"leaves_alone", 0}});
    form.expect(fmt::format("{} B a cycle", each.width), miss + 2 * each.cycles,
                cycles_a_miss(machine, policies, 2));
  }
}

// Shared memory has room for both: a warp leaves while it waits, and only has to come back.
TEST(GpuDuet, AWarpThatLeavesAloneOnlyHasToComeBack) {
  const ClosedForm form{"cycles a miss of each of two chases that leave as soon as they wait",
                        "miss + (slot + registers x 128) / bytes a cycle"};
  const auto machine = registers_of_one_warp();
  const double miss = cycles_a_miss(machine, resided("block"), 1);
  form.expect("128 B a cycle", miss + 22, cycles_a_miss(machine, duet(), 2));
}

// With a port for each direction the warp that leaves and the one that comes move at once.
TEST(GpuDuet, BothDirectionsMayMoveAtOnce) {
  const ClosedForm form{"cycles a miss of each of two chases that swap, both ways at once",
                        "miss + (slot + registers x 128) / bytes a cycle"};
  const auto machine = registers_of_one_warp();
  const double miss = cycles_a_miss(machine, resided("block"), 1);
  const auto policies = duet({{"swap", "at_once"}, {"leaves_alone", 0}});
  form.expect("128 B a cycle", miss + 22, cycles_a_miss(machine, policies, 2));
}

// Where slots alone limit a kernel, registers stay.
TEST(GpuDuet, OnlyTheSlotMovesWhereRegistersAreLeft) {
  const auto machine = without_hits(1);
  const double miss = cycles_a_miss(machine, resided("block"), 1);
  EXPECT_EQ(cycles_a_miss(machine, duet({{"leaves_alone", 0}}), 2), miss + 4);
}

TEST(GpuDuet, HitsSwapNothing) {
  auto machine = registers_of_one_warp();
  machine.load_store.cache_global_loads = true;
  const auto counters = read_one_word(machine, duet({{"leaves_alone", 0}}), 4);
  EXPECT_LE(counters.exchanges.warps_out, 4u);
}

/// Registers for four warps, shared memory for five blocks of 4096 bytes: there is room for the
/// contexts of one-warp blocks in the L1 alone.
gpu::MachineSpec with_room_in_the_l1() {
  auto machine = without_hits(8);
  machine.load_store.cache_global_loads = true;
  machine.sm.register_unit = 20 * kWarpSize;
  machine.sm.registers = 4 * 20 * kWarpSize;
  machine.sm.shared_bytes = 5 * 4096;
  return machine;
}

// 200 loads of a word by each of ten blocks: while contexts have the L1, all go to the L2. A kernel
// whose shared memory lets no second block come gains nothing by the L1, and has it.
TEST(GpuDuet, ContextsTakeTheL1AndGiveItBack) {
  const auto machine = with_room_in_the_l1();
  const auto loop = [](const char* first) {
    return first + std::string(
                       "  mov.u32 %r1, 200;\nL:\n  ld.global.u32 %r2, [%rd1];\n"
                       "  add.u32 %r3, %r3, %r2;\n  sub.u32 %r1, %r1, 1;\n"
                       "  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra L;\n"
                       "  st.shared.u32 [s], %r3;\n");
  };
  Rig rig(machine, duet({{"take_l1", "always"}}));
  const auto taken = rig.run_body(loop(""), {10}, {1});
  EXPECT_EQ(taken.kernel.l1.bypasses, 10u * 200);
  EXPECT_EQ(taken.kernel.l1.hits, 0u);
  EXPECT_GT(taken.exchanges.warps_out, 0u);
  const auto given_back = rig.run_body(
      loop("  .shared .align 16 .b8 t[16384];\n  st.shared.u32 [t], %r3;\n"), {10}, {1});
  EXPECT_EQ(given_back.kernel.l1.bypasses, 0u);
  EXPECT_GE(given_back.kernel.l1.hits, 9u * 200);
}

// With windows the L1 is taken once one has shown that its port is idle. There is no room for a
// context elsewhere.
TEST(GpuDuet, AnIdleL1IsTakenAfterAWindow) {
  const auto machine = with_room_in_the_l1();
  const auto bypasses = [&](const char* when) {
    auto policies = resided("gpuduet", {{"mode", "auto"}, {"period", 1000}, {"take_l1", when}});
    Rig rig(machine, policies);
    // Lines of its own for each trip: nothing hits.
    return rig
        .run_body(
            "  mov.u32 %r1, 200;\nL:\n  ld.global.u32 %r2, [%rd1];\n"
            "  add.u32 %r3, %r3, %r2;\n  add.u64 %rd1, %rd1, 128;\n"
            "  sub.u32 %r1, %r1, 1;\n  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra L;\n"
            "  st.shared.u32 [s], %r3;\n",
            {4}, {1})
        .kernel.l1.bypasses;
  };
  EXPECT_EQ(bypasses("never"), 0u);
  for (const char* when : {"no_room", "full"}) {
    EXPECT_GT(bypasses(when), 0u) << when;
    EXPECT_LT(bypasses(when), 4u * 200) << when;
  }
}

// Chases utilize nothing: after two windows all blocks come for which there is room. Before that
// as many as fit.
TEST(GpuDuet, ItsControllerLetsBlocksComeThatUtilizeNothing) {
  const auto machine = without_hits(1);
  const double apart = time_of_chases(machine, resided("block"), 4, 300);
  const auto automatic = [&](unsigned period) {
    return time_of_chases(machine, duet({{"mode", "auto"}, {"period", period}}), 4, 300);
  };
  EXPECT_EQ(automatic(1'000'000), apart);
  EXPECT_LT(automatic(1000), 0.6 * apart);
}

// At the load's first use 16 floats and the value are live; at the barriers the value is not. The
// address is a parameter, which needs no register.
TEST(GpuDuet, WaitingRegistersAreThoseLiveWhereAWarpMayWait) {
  compile::Options options;
  options.annotate = true;
  const auto module = compile::lower(
      ptx::parse(kernel(kFloats + "  ld.global.f32 %f30, [%rd1];\n  add.f32 %f31, %f30, %f30;\n" +
                        kStoreFloats + "  st.global.f32 [%rd1], %f31;\n"),
                 "test.ptx"),
      options);
  const auto demand = gpu::BlockFit(core::SmSpec()).demand_of(*module.kernels.at(0), 32, 0);
  EXPECT_EQ(demand.waiting_registers, 16u + 1);
  EXPECT_GE(demand.rule.thread, demand.waiting_registers);
}

// Section 3.6.3 of the study: two blocks of two warps, slots for two. One warp of each block comes
// to its barrier at once, the other after some misses: those at barriers have to give way.
TEST(GpuDuet, WarpsAtBarriersGiveWay) {
  Rig rig(without_hits(2), duet());
  const auto counters = rig.run_body(
      "  mov.u32 %r1, %tid.x;\n  setp.lt.u32 %p1, %r1, 32;\n  mov.u32 %r3, 0;\n  @%p1 bra B;\n"
      "  mov.u32 %r2, 20;\nL:\n  ld.global.u32 %r4, [%rd1];\n  add.u32 %r3, %r3, %r4;\n"
      "  sub.u32 %r2, %r2, 1;\n  setp.ne.u32 %p2, %r2, 0;\n  @%p2 bra L;\n"
      "B:\n  bar.sync 0;\n  ld.global.u32 %r5, [%rd1];\n  add.u32 %r5, %r5, %r3;\n"
      "  bar.sync 0;\n  st.shared.u32 [s], %r5;\n",
      {6}, {64});
  EXPECT_EQ(counters.kernel.blocks, 6u);
  EXPECT_GT(counters.exchanges.warps_out, 0u);
}

std::uint32_t registers_of_block(const PreemptedProgram& program, const core::SmSpec& sm) {
  const auto module = compile::lower(ptx::parse(program.ptx, "test.ptx"));
  return static_cast<std::uint32_t>(
      gpu::BlockFit(sm).demand_of(*module.kernels.at(0), program.block.x, 0).registers);
}

/// Runs all programs with few slots, with few registers and with little shared memory; how often
/// warps left.
std::uint64_t run_all(const gpu::PolicyChoice& policies, const std::string& name) {
  std::uint64_t left = 0;
  for (const PreemptedProgram& program : preempted_programs()) {
    const std::uint32_t warps = warps_in_block(program);
    auto few_slots = with_slots_for(warps, 8);
    auto few_registers = with_slots_for(3 * warps, 8);
    few_registers.sm.registers = registers_of_block(program, few_registers.sm);
    auto few_bytes = with_slots_for(3 * warps, 8);
    few_bytes.sm.shared_bytes = 2 * 4096;
    for (const auto& machine : {few_slots, few_registers, few_bytes}) {
      left += run_with_slots(program, machine, policies, name + ", " + program.name)
                  .exchanges.warps_out;
      if (testing::Test::HasFatalFailure()) return left;
    }
  }
  return left;
}

TEST(GpuDuet, ProgramsComputeTheSame) {
  for (const char* scheduler : {"lrr", "gto", "two_level", "pro"}) {
    for (const char* levels : {"by_limit", "block"}) {
      for (const unsigned alone : {0u, 1u}) {
        auto policies = duet({{"levels", levels}, {"leaves_alone", alone}});
        policies.warp_scheduler = scheduler;
        const std::string name = fmt::format("{}, {}, {}", scheduler, levels, alone);
        EXPECT_GT(run_all(policies, name), 0u) << name;
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(GpuDuet, ProgramsComputeTheSameWithContextsInTheL1) {
  std::uint64_t passed_by = 0, passed_by_anyway = 0;
  for (const PreemptedProgram& program : preempted_programs()) {
    auto machine = with_slots_for(3 * warps_in_block(program), 8);
    machine.sm.registers = registers_of_block(program, machine.sm);
    machine.sm.shared_bytes = 3 * 4096;
    const auto bypasses = [&](const char* when) {
      return run_with_slots(program, machine, duet({{"take_l1", when}}), when + program.name)
          .kernel.l1.bypasses;
    };
    passed_by += bypasses("always");
    passed_by_anyway += bypasses("never");
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(passed_by, passed_by_anyway);
}

// A kernel that has the GPU to itself begins its windows: what it takes does not depend on when it
// begins.
TEST(GpuDuet, WindowsBeginWithTheKernel) {
  const auto policies = resided("gpuduet", {{"mode", "auto"}, {"period", 1000}});
  Rig rig(without_hits(1), policies);
  const auto time_of = [&](unsigned loads) {
    return duration(rig.run_body(
        fmt::format("  mov.u32 %r1, {};\nL:\n  ld.global.u32 %r2, [%rd1];\n"
                    "  add.u32 %r3, %r3, %r2;\n  sub.u32 %r1, %r1, 1;\n"
                    "  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra L;\n  st.shared.u32 [s], %r3;\n",
                    loads),
        {4}, {1}));
  };
  time_of(20);
  const auto first = time_of(20);
  time_of(7);
  EXPECT_EQ(time_of(20), first);
}

TEST(GpuDuet, ThrottlesCountWarpsInSlots) {
  for (const char* throttle : {"swl", "ccws"}) {
    gpu::PolicyChoice policies = duet();
    policies.throttle = throttle;
    policies.configure = set_of("throttle.swl", {{"limit", 2}});
    run_all(policies, throttle);
    if (HasFatalFailure()) return;
  }
}

TEST(GpuDuet, IsBlockWithoutExtraBlocks) {
  for (const PreemptedProgram& program : preempted_programs()) {
    const auto machine = with_slots_for(warps_in_block(program) + 1, 4);
    const auto none = run_with_slots(program, machine, duet({{"extra_blocks", 0}}), "none");
    EXPECT_EQ(duration(none), duration(run_with_slots(program, machine, resided("block"), "block")))
        << program.name;
  }
}

TEST(GpuDuet, DoesNotDependOnHostThreads) {
  const PreemptedProgram program = preempted_programs().front();
  const auto machine = with_slots_for(warps_in_block(program), 4);
  const auto time = [&](unsigned threads) {
    Rig rig(machine, duet(), threads);
    return duration(rig.run(program.ptx, program.grid, program.block));
  };
  EXPECT_EQ(time(1), time(2));
}

}  // namespace
}  // namespace heddle::test
