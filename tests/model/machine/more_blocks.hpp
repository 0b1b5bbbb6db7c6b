// Machines with few slots, and programs on SMs that hold more blocks than fit.
#pragma once

#include <gtest/gtest.h>

#include "expect_output.hpp"
#include "memory_path.hpp"
#include "organisation.hpp"
#include "preemption_programs.hpp"

namespace heddle::test {

/// Slots for so many warps and eight blocks; loads bypass the L1.
inline gpu::MachineSpec without_hits(std::uint32_t warps) {
  auto machine = one_slice();
  machine.sm.schedulers = 1;
  machine.sm.warps = warps;
  machine.sm.threads = warps * kWarpSize;
  machine.sm.blocks = 8;
  machine.load_store.cache_global_loads = false;
  machine.dram.latency = 300;
  machine.l2.slice.hit_latency = 200;
  return machine;
}

/// Cycles of blocks of such a body, at whose address is a ring of pointers.
inline double time_with_ring(const gpu::MachineSpec& machine, const gpu::PolicyChoice& policies,
                             Dim3 grid, Dim3 block, const std::string& body) {
  constexpr unsigned kElements = 128, kStride = 128;
  Rig rig(machine, policies);
  for (unsigned i = 0; i < kElements; ++i) {
    const Addr next = rig.buffer() + (i + 1) % kElements * kStride;
    rig.image().write(rig.buffer() + i * kStride, &next, sizeof next);
  }
  return static_cast<double>(duration(rig.run_body(body, grid, block)));
}

/// Cycles of one-warp blocks that follow the ring, each so many loads.
inline double time_of_chases(const gpu::MachineSpec& machine, const gpu::PolicyChoice& policies,
                             unsigned blocks, std::uint64_t loads) {
  return time_with_ring(
      machine, policies, {blocks}, {1},
      fmt::format("  mov.u32 %r1, {};\nL:\n  ld.global.u64 %rd1, [%rd1];\n  sub.u32 %r1, %r1, 1;\n"
                  "  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra L;\n  st.shared.u64 [s], %rd1;\n",
                  loads));
}

/// Of each block, where all have come to go round.
inline double cycles_a_miss(const gpu::MachineSpec& machine, const gpu::PolicyChoice& policies,
                            unsigned blocks) {
  return (time_of_chases(machine, policies, blocks, 500) -
          time_of_chases(machine, policies, blocks, 300)) /
         200;
}

/// Each block of one warp reads the same word again and again.
inline gpu::GridCounters read_one_word(const gpu::MachineSpec& machine,
                                       const gpu::PolicyChoice& policies, unsigned blocks) {
  Rig rig(machine, policies);
  return rig.run_body(
      "  mov.u32 %r1, 200;\nL:\n  ld.global.u32 %r2, [%rd1];\n  add.u32 %r3, %r3, %r2;\n"
      "  sub.u32 %r1, %r1, 1;\n  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra L;\n"
      "  st.shared.u32 [s], %r3;\n",
      {blocks}, {1});
}

/// Two SMs with slots for so many warps and blocks.
inline gpu::MachineSpec with_slots_for(std::uint32_t warps, std::uint32_t blocks) {
  auto machine = small_machine();
  machine.sm.count = 2;
  machine.sm.warps = warps;
  machine.sm.threads = warps * kWarpSize;
  machine.sm.blocks = blocks;
  return machine;
}

inline std::uint32_t warps_in_block(const PreemptedProgram& program) {
  return (program.block.x + 31) / 32;
}

/// Runs the program, which has to compute what it should, and all of which has to be gone then.
inline gpu::GridCounters run_with_slots(const PreemptedProgram& program,
                                        const gpu::MachineSpec& machine,
                                        const gpu::PolicyChoice& policies,
                                        const std::string& name) {
  Rig rig(machine, policies);
  const model::Resources free = rig.gpu().inspect().free_resources(0);
  const auto counters = rig.run(program.ptx, program.grid, program.block);
  expect_output(rig, program, name);
  EXPECT_EQ(counters.kernel.blocks, program.grid.volume()) << name;
  for (std::uint32_t sm = 0; sm < machine.sm.count; ++sm) {
    EXPECT_EQ(rig.gpu().inspect().free_resources(sm), free) << name;
    EXPECT_EQ(rig.gpu().inspect().known_free(sm), free) << name;
  }
  return counters;
}

}  // namespace heddle::test
