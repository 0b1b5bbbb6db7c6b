// Whole blocks that leave and come under GPUDuet, where shared memory limits a kernel: the state of
// their slots and their shared memory move.

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "more_blocks.hpp"

namespace heddle::test {
namespace {

constexpr unsigned kWarps = 3, kSharedBytes = 12288;  // the study's HG

gpu::PolicyChoice moving(Values values) {
  values.emplace("mode", "static");
  return resided("gpuduet", values);
}

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
    const auto policies = moving({{"switch_bytes", each.width}, {"leaves_alone", 0}});
    form.expect(fmt::format("{} B a cycle", each.width), miss + 2 * each.cycles,
                cycles_a_miss_of(machine, policies, 2));
  }
}

// With a port for each direction the block that leaves and the one that comes move at once.
TEST(BlockMoves, BothDirectionsMayMoveAtOnce) {
  const ClosedForm form{"cycles a miss of each of two blocks that swap, both ways at once",
                        "miss + (warps x slot + shared memory) / bytes a cycle"};
  const auto machine = shared_memory_of_one_block();
  const double miss = cycles_a_miss_of(machine, resided("block"), 1);
  const auto policies = moving({{"swap", "at_once"}, {"leaves_alone", 0}});
  form.expect("128 B a cycle", miss + 100, cycles_a_miss_of(machine, policies, 2));
}

// The register file has room for both: a block leaves while it waits, and only has to come back.
TEST(BlockMoves, ABlockThatLeavesAloneOnlyHasToComeBack) {
  const ClosedForm form{"cycles a miss of each of two blocks that leave as soon as they wait",
                        "miss + (warps x slot + shared memory) / bytes a cycle"};
  const auto machine = shared_memory_of_one_block();
  const double miss = cycles_a_miss_of(machine, resided("block"), 1);
  for (const auto& [width, cycles] : {std::pair(128u, 100u), std::pair(256u, 50u)})
    form.expect(fmt::format("{} B a cycle", width), miss + cycles,
                cycles_a_miss_of(machine, moving({{"switch_bytes", width}}), 2));
}

/// Shared memory for four one-warp blocks of 4096 bytes, 32 units, and registers for five: the
/// contexts of further blocks find room in the L1 alone.
gpu::MachineSpec block_room_in_the_l1() {
  auto machine = without_hits(8);
  machine.load_store.cache_global_loads = true;
  machine.sm.register_unit = 20 * kWarpSize;
  machine.sm.registers = 5 * 20 * kWarpSize;
  machine.sm.shared_bytes = 4 * 4096;
  return machine;
}

// Nothing leaves before the L1 is taken, after two windows. Blocks that had slots before then
// leave, too.
TEST(BlockMoves, BlocksThatWereHereBeforeTheL1WasTakenMove) {
  const auto machine = block_room_in_the_l1();
  const auto run = [&](const char* when) {
    Rig rig(machine, resided("gpuduet", {{"period", 1000}, {"take_l1", when}}));
    return rig.run_body(
        "  mov.u32 %r1, 200;\nL:\n  ld.global.u32 %r2, [%rd1];\n  add.u32 %r3, %r3, %r2;\n"
        "  add.u64 %rd1, %rd1, 128;\n  sub.u32 %r1, %r1, 1;\n  setp.ne.u32 %p1, %r1, 0;\n"
        "  @%p1 bra L;\n  st.shared.u32 [s], %r3;\n",
        {12}, {1});
  };
  EXPECT_EQ(run("never").exchanges.exchanges, 0u);
  const auto taken = run("no_room");
  EXPECT_EQ(taken.kernel.blocks, 12u);
  EXPECT_GT(taken.exchanges.warps_out, 0u);
}

}  // namespace
}  // namespace heddle::test
