// Whole blocks that leave and come under GPUDuet, where shared memory limits a kernel: the state of
// their slots and their shared memory move.

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "more_blocks.hpp"

namespace heddle::test {
namespace {

constexpr unsigned kWarps = 3, kSharedBytes = 12288;  // the study's HG

/// Cycles of blocks of three warps and 12 KiB. The first follows the ring, so many loads; the
/// others wait for it at a barrier, so that the block waits when it does.
double time_of_blocks(const gpu::MachineSpec& machine, const gpu::PolicyChoice& policies,
                      unsigned blocks, unsigned loads) {
  return time_with_ring(
      machine, policies, {blocks}, {kWarps * kWarpSize},
      fmt::format("  .shared .align 16 .b8 t[{}];\n"
                  "  mov.u32 %r2, %tid.x;\n  setp.ge.u32 %p2, %r2, 32;\n  @%p2 bra B;\n"
                  "  mov.u32 %r1, {};\nL:\n  ld.global.u64 %rd1, [%rd1];\n  sub.u32 %r1, %r1, 1;\n"
                  "  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra L;\n  st.shared.u64 [t], %rd1;\n"
                  "B:\n  bar.sync 0;\n  st.shared.u64 [s], %rd1;\n",
                  kSharedBytes - 4096, loads));
}

double cycles_a_miss_of(const gpu::MachineSpec& machine, const gpu::PolicyChoice& policies,
                        unsigned blocks) {
  return (time_of_blocks(machine, policies, blocks, 500) -
          time_of_blocks(machine, policies, blocks, 300)) /
         200;
}

/// Shared memory and slots for one block, and registers for what two have and the shared memory of
/// one. A miss takes longer than a swap: else a block that can go on waits for another's.
gpu::MachineSpec shared_memory_of_one_block() {
  auto machine = without_hits(kWarps);
  machine.l2.slice.hit_latency = 600;
  machine.sm.shared_bytes = kSharedBytes;
  return machine;
}

// 3 x 144 bytes of slots and 12288 of shared memory are 12720: 100 cycles at 128 B, 199 at 64 and
// 50 at 256.
TEST(BlockMoves, DependentMissesCostAMissAndASwapOfBlocks) {
  const ClosedForm form{"cycles a miss of each of two blocks that swap shared memory for one",
                        "miss + 2 x (warps x slot + shared memory) / bytes a cycle"};
  const auto machine = shared_memory_of_one_block();
  const double miss = cycles_a_miss_of(machine, resided("block"), 1);
  ASSERT_EQ(miss, l2_latency(machine, 32));  // a sector
  struct Case {
    unsigned width, cycles;
  };
  for (const Case& each : {Case{128, 100}, Case{64, 199}, Case{256, 50}}) {
    const auto policies = resided("gpuduet", {{"mode", "static"}, {"switch_bytes", each.width}});
    form.expect(fmt::format("{} B a cycle", each.width), miss + 2 * each.cycles,
                cycles_a_miss_of(machine, policies, 2));
  }
}

}  // namespace
}  // namespace heddle::test
