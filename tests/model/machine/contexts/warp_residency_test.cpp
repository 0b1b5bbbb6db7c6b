// Warps that return their registers and slots before their block ends, and blocks of which some
// warps come later: programs compute the same, and as many are resident as there is room for.

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "clocked.hpp"
#include "expect_output.hpp"
#include "heddle/probe/blocks/block_record.hpp"
#include "organisation.hpp"
#include "preemption_programs.hpp"

namespace heddle::test {
namespace {

/// Warp 0 of a block runs on, the others end at once.
std::string one_warp_stays(unsigned trips = 4000) {
  return kernel(
      fmt::format("  mov.u32 %r1, %tid.x;\n  setp.gt.u32 %p1, %r1, 31;\n  @%p1 bra E;\n"
                  "  mov.u32 %r2, {};\nL:\n  sub.u32 %r2, %r2, 1;\n  setp.ne.u32 %p2, %r2, 0;\n"
                  "  @%p2 bra L;\nE:\n",
                  trips));
}

std::uint64_t registers_of_warp(const std::string& ptx, const core::SmSpec& sm) {
  const auto module = compile::lower(ptx::parse(ptx, "test.ptx"));
  return gpu::BlockFit(sm).demand_of(*module.kernels.at(0), 32, 0).registers;
}

/// The most blocks that are on the SM at once.
unsigned most_blocks(const gpu::PolicyChoice& policies, const gpu::MachineSpec& machine,
                     unsigned blocks, unsigned threads) {
  Rig rig(machine, policies);
  probe::BlockRecord record;
  rig.gpu().listen(0, record);
  rig.run(one_warp_stays(), {blocks}, {threads});
  std::map<Cycle, int> changes;
  for (const auto& stay : record.take(0)) {
    ++changes[stay.start];
    --changes[stay.end];
  }
  int now = 0, most = 0;
  for (const auto& [cycle, change] : changes) most = std::max(most, now += change);
  return static_cast<unsigned>(most);
}

// The microbenchmark of the study's section 2: registers for four blocks of eight warps, of which
// one stays. What returns a warp's registers has eight blocks, the slots. With slots for 48 it has
// a warp of each of 32 blocks; where only whole blocks come, the last needs registers for eight,
// and 24 warps stay beside it.
TEST(WarpResidency, BlocksOfWhichOneWarpStays) {
  auto machine = plain_machine();
  machine.sm.registers =
      static_cast<std::uint32_t>(32 * registers_of_warp(one_warp_stays(), machine.sm));
  auto all = every_residency();
  const auto most = [&](const char* residency, unsigned threads = 256) {
    return most_blocks(all.at(residency), machine, 64, threads);
  };
  EXPECT_EQ(most("block"), 4u);
  EXPECT_EQ(most("warp_release"), 8u);
  EXPECT_EQ(most("temp"), 8u);
  EXPECT_EQ(most("temp_spatial"), 8u);
  EXPECT_EQ(most("block", 1024), 1u);
  machine.sm.blocks = 48;
  machine.sm.shared_bytes = 1 << 20;
  EXPECT_EQ(most("block"), 4u);
  EXPECT_EQ(most("warp_release"), 25u);
  EXPECT_EQ(most("temp"), 32u);
  EXPECT_EQ(most("temp_spatial"), 32u);
}

gpu::MachineSpec with_slots(std::uint32_t warps, std::uint32_t sms) {
  auto machine = small_machine();
  machine.sm.count = sms;
  machine.sm.warps = warps;
  machine.sm.threads = warps * kWarpSize;
  machine.sm.blocks = 4;
  return machine;
}

/// Slots for one block of so many warps and all but one of the next.
gpu::MachineSpec with_fragments(std::uint32_t warps, std::uint32_t sms) {
  return with_slots(2 * warps - 1, sms);
}

/// Once nothing runs, the dispatcher knows that all is free, and it is.
void expect_all_free(Rig& rig, const gpu::MachineSpec& machine) {
  for (std::uint32_t sm = 0; sm < machine.sm.count; ++sm) {
    EXPECT_EQ(rig.gpu().inspect().free_resources(sm), core::resources_of(machine.sm))
        << "SM " << sm;
    EXPECT_EQ(rig.gpu().inspect().known_free(sm), core::resources_of(machine.sm)) << "SM " << sm;
  }
}

std::uint32_t warps_of(const PreemptedProgram& program) { return (program.block.x + 31) / 32; }

// Barriers, shuffles, shared and local memory: a barrier waits for warps that have not started.
TEST(WarpResidency, ProgramsComputeTheSame) {
  std::map<std::string, std::uint64_t> partial;
  for (const auto& [name, policies] : every_residency()) {
    for (const PreemptedProgram& program : preempted_programs()) {
      const auto machine = with_fragments(warps_of(program), 2);
      Rig rig(machine, policies);
      const auto counters = rig.run(program.ptx, program.grid, program.block);
      expect_output(rig, program, name);
      if (HasFatalFailure()) return;
      expect_all_free(rig, machine);
      partial[name] += counters.residency.partial_blocks;
      EXPECT_EQ(counters.kernel.blocks, program.grid.volume()) << name;
      EXPECT_EQ(counters.kernel.warps, program.grid.volume() * warps_of(program)) << name;
    }
  }
  EXPECT_EQ(partial["block"], 0u);
  EXPECT_EQ(partial["warp_release"], 0u);
  for (const char* name : {"temp_spatial", "dueling", "threshold", "threshold of all"})
    EXPECT_GT(partial[name], 0u) << name;
}

// A block that is saved while some of its warps have not started begins those when it comes back.
TEST(WarpResidency, BlocksLeaveAndComeBackWhileWarpsWait) {
  for (const char* name : {"warp_release", "temp_spatial", "temp"}) {
    const auto policies = every_residency().at(name);
    for (const PreemptedProgram& program : preempted_programs()) {
      const auto machine = with_fragments(warps_of(program), 3);
      std::uint64_t saved = 0;
      for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        Rig rig(machine, policies);
        std::mt19937 random(seed);
        const std::uint64_t number = rig.start(program.ptx, program.grid, program.block);
        while (!rig.gpu().status(number).finished) {
          rig.gpu().advance(rig.gpu().now() + 1 + random() % 200);
          const auto sm = static_cast<std::uint32_t>(random() % machine.sm.count);
          const auto slot = static_cast<std::uint16_t>(random() % machine.sm.blocks);
          rig.gpu().stop_block(sm, slot, random() % 2 == 0 ? 0 : 300);
        }
        saved += rig.gpu().status(number).blocks_saved;
        expect_output(rig, program, fmt::format("{}, seed {}", name, seed));
        if (HasFatalFailure()) return;
        expect_all_free(rig, machine);
      }
      EXPECT_GT(saved, 0u) << program.name << " under " << name;
    }
  }
}

/// Warp w of a block runs a chain of some hundreds of additions that differ from block to block.
std::string uneven_chains() {
  return kernel(
      "  mov.u32 %r1, %tid.x;\n  shr.u32 %r1, %r1, 5;\n  mov.u32 %r2, %ctaid.x;\n"
      "  mad.lo.u32 %r3, %r2, 7, %r1;\n  mul.lo.u32 %r3, %r3, 2654435761;\n"
      "  shr.u32 %r3, %r3, 24;\n  add.u32 %r3, %r3, 3;\n"
      "L:\n  sub.u32 %r3, %r3, 1;\n  setp.gt.s32 %p1, %r3, 0;\n  @%p1 bra L;\n");
}

Cycle time_of_chains(const gpu::PolicyChoice& policies, gpu::MachineSpec machine,
                     unsigned host_threads = 1) {
  Rig rig(machine, policies, host_threads);
  return duration(rig.run(uneven_chains(), {200}, {128}));
}

// Where whole blocks leave no fragment, there is nothing that spatial management could add.
TEST(WarpResidency, WithoutFragmentsSpatialManagementChangesNothing) {
  const auto all = every_residency();
  const auto whole = with_slots(8, 3);
  const Cycle temp = time_of_chains(all.at("temp"), whole);
  EXPECT_EQ(temp, time_of_chains(all.at("temp_spatial"), whole));
  EXPECT_LT(temp, time_of_chains(all.at("block"), whole));
  const auto parts = with_fragments(4, 3);
  EXPECT_LT(time_of_chains(all.at("temp_spatial"), parts), time_of_chains(all.at("temp"), parts));
}

TEST(WarpResidency, NeitherHostThreadsNorTheQuantumShow) {
  for (const auto& [name, policies] : every_residency()) {
    auto machine = with_fragments(4, 3);
    const Cycle cycles = time_of_chains(policies, machine);
    EXPECT_EQ(time_of_chains(policies, machine, 2), cycles) << name;
    EXPECT_EQ(time_of_chains(policies, machine, 3), cycles) << name;
    for (const std::uint32_t quantum : {1u, 5u}) {
      machine.control.quantum = quantum;
      EXPECT_EQ(time_of_chains(policies, machine), cycles) << name << ", quantum " << quantum;
    }
  }
}

// A kernel whose blocks stay, waiting for what the other one writes, takes most of each SM; the
// other has to get through beside it, a block of four warps at a time or less.
TEST(WarpResidency, AKernelGetsThroughBesideOneThatWaitsForIt) {
  const std::string waiting = kernel(
      "W:\n  ld.volatile.global.u32 %r1, [%rd1];\n  setp.ne.u32 %p1, %r1, 40;\n  @%p1 bra W;\n");
  const std::string counting = kernel(
      "  mov.u32 %r1, %tid.x;\n  bar.sync 0;\n  setp.ne.u32 %p1, %r1, 0;\n"
      "  @!%p1 atom.global.add.u32 %r2, [%rd1], 1;\n");
  for (const auto& [name, policies] : every_residency()) {
    for (const std::uint32_t warps : {9u, 10u, 11u}) {
      const auto machine = with_slots(warps, 2);
      Rig rig(machine, policies);
      const std::uint64_t first = rig.start(waiting, {2}, {160});
      rig.gpu().advance(200);
      const std::uint64_t second = rig.start(counting, {40}, {128});
      rig.finish(second);
      rig.finish(first);
      EXPECT_EQ(rig.read<std::uint32_t>(1).front(), 40u) << name;
      expect_all_free(rig, machine);
    }
  }
}

// A block's last warp, or the SM's room for threads, may be less than a whole warp.
TEST(WarpResidency, ThreadsAreCountedOneByOne) {
  const std::string meets = kernel("  bar.sync 0;\n  bar.sync 0;\n");
  for (const auto& [name, policies] : every_residency()) {
    for (const std::uint32_t threads : {100u, 250u, 500u, 1000u}) {
      auto machine = small_machine();
      machine.sm.count = 2;
      machine.sm.threads = 1000;
      Rig rig(machine, policies);
      const auto counters = rig.run(meets, {20}, {threads});
      EXPECT_EQ(counters.kernel.blocks, 20u) << name << ", " << threads << " threads";
      expect_all_free(rig, machine);
    }
  }
}

unsigned blocks_there(const gpu::Gpu& gpu, const gpu::MachineSpec& machine) {
  unsigned count = 0;
  for (std::uint32_t slot = 0; slot < machine.sm.blocks; ++slot)
    count += gpu.resident_block(0, static_cast<std::uint16_t>(slot)) ? 1 : 0;
  return count;
}

// Slots for 16 warps, blocks of four, of which one stays: seven blocks have seven warps. One that
// is stopped has room to come back, whatever its block once took.
TEST(WarpResidency, ABlockOfFewWarpsComesBackWithinTheQuota) {
  for (const char* name : {"warp_release", "temp", "temp_spatial"}) {
    auto machine = with_slots(16, 1);
    machine.sm.blocks = 8;
    Rig rig(machine, every_residency().at(name));
    const std::uint64_t number = rig.start(one_warp_stays(20000), {7}, {128});
    rig.gpu().advance(3000);
    ASSERT_EQ(blocks_there(rig.gpu(), machine), 7u) << name;
    ASSERT_TRUE(rig.gpu().stop_block(0, 0));
    rig.gpu().advance(4000);
    EXPECT_EQ(rig.gpu().status(number).blocks_saved, 1u) << name;
    EXPECT_EQ(blocks_there(rig.gpu(), machine), 7u) << name;
    rig.finish(number);
    expect_all_free(rig, machine);
  }
}

// Registers and slots held are those of the warps that have not drained, and none after the end.
TEST(WarpResidency, WhatIsHeldIsCountedOverTime) {
  auto machine = plain_machine();
  const auto all = every_residency();
  const auto time = [&](const char* name) {
    Rig rig(machine, all.at(name));
    return rig.run(one_warp_stays(), {1}, {256});
  };
  const auto block = time("block"), warps = time("warp_release");
  const Cycle lifetime = block.kernel.block_lifetime.sum - 1;
  EXPECT_EQ(block.residency.warp_cycles, 8 * lifetime);
  EXPECT_EQ(block.residency.register_cycles,
            8 * registers_of_warp(one_warp_stays(), machine.sm) * lifetime);
  EXPECT_EQ(duration(block), duration(warps));
  EXPECT_EQ(warps.residency.warp_cycles, warps.kernel.warp_lifetime.sum - 8);
}

}  // namespace
}  // namespace heddle::test
