// What results say of a kernel beside its cycles, of programs that say it themselves.

#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "clocked.hpp"
#include "statistics.hpp"

namespace heddle::test {
namespace {

using model::Stall;

TEST(Characteristics, BlocksAreAsTheyWereLaunched) {
  auto machine = small_machine();
  machine.sm.shared_bytes = 5 * 4096;
  machine.sm.blocks = 5;
  Rig rig(machine);
  const auto counters =
      rig.run_body("  mov.u32 %r1, 1;\n  st.shared.u32 [s], %r1;\n", {7}, {16, 3, 2});
  EXPECT_EQ(value_of(counters, "block.x"), 16);
  EXPECT_EQ(value_of(counters, "block.y"), 3);
  EXPECT_EQ(value_of(counters, "block.z"), 2);
  EXPECT_EQ(value_of(counters, "block.warps"), 3);
  EXPECT_EQ(value_of(counters, "block.shared_bytes"), 4096);
  EXPECT_EQ(value_of(counters, "occupancy.blocks"), 5);
  EXPECT_EQ(value_of(counters, "occupancy.warps"), 15);
  for (const auto& [limit, binds] : std::vector<std::pair<std::string, double>>{
           {"registers", 0}, {"shared_memory", 1}, {"warps", 0}, {"blocks", 1}, {"threads", 0}})
    EXPECT_EQ(value_of(counters, "occupancy.limit." + limit), binds) << limit;
  const double registers = value_of(counters, "block.registers");
  const double unit = machine.sm.register_unit;
  const double of_warp = std::ceil(registers * 32 / unit) * unit;
  EXPECT_GT(registers, 0);
  EXPECT_DOUBLE_EQ(value_of(counters, "occupancy.registers_unallocated"),
                   1 - 15 * of_warp / machine.sm.registers);
}

TEST(Characteristics, BarriersAreSharesOfInstructionsAndOfStalls) {
  auto machine = plain_machine();
  machine.sm.schedulers = 2;
  // Warp 0 runs a chain while warp 1, which has a scheduler of its own, waits at the barrier.
  const std::string body = "  mov.u32 %r1, %tid.x;\n  setp.ge.u32 %p1, %r1, 32;\n  @%p1 bra W;\n" +
                           kFloats.substr(0, kFloats.find("  bar.sync")) +
                           repeat(200, "  add.f32 %f10, %f10, 0f3F800000;\n") +
                           "  st.global.f32 [%rd1], %f10;\nW:\n  bar.sync 0;\n";
  Rig rig(machine);
  const auto counters = rig.run_body(body, {}, {64});
  EXPECT_DOUBLE_EQ(value_of(counters, "barrier.instruction_share"),
                   2.0 / static_cast<double>(counters.kernel.warp_instructions));
  std::uint64_t stalled = 0;
  for (unsigned i = 0; i < model::kStalls; ++i) {
    const auto reason = static_cast<Stall>(i);
    if (reason != Stall::issued && reason != Stall::empty) stalled += counters.stalls.cycles[i];
  }
  const auto barrier = static_cast<double>(counters.stalls.of(Stall::barrier));
  EXPECT_DOUBLE_EQ(value_of(counters, "barrier.stall_share"),
                   barrier / static_cast<double>(stalled));
  const double chain = 200.0 * timing(machine, isa::OpClass::float32).latency;
  EXPECT_GT(barrier, 0.9 * chain);
  // Of each latency of the chain one cycle issues; the other slot waits in all of them.
  const double latency = timing(machine, isa::OpClass::float32).latency;
  EXPECT_NEAR(value_of(counters, "barrier.stall_share"), latency / (2 * latency - 1), 0.1);
  const auto without = rig.run_body("  st.global.u32 [%rd1], %r1;\n");
  EXPECT_EQ(
      value_of(without, "barrier.stall_share") + value_of(without, "barrier.instruction_share"), 0);
}

TEST(Characteristics, PortsAndBanksAreSharesOfTheTime) {
  Rig rig;
  const auto counters = rig.run_body(R"(
  mov.u32 %r1, %tid.x;
  ld.global.u64 %rd2, [%rd1];
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u64 %rd4, [%rd3];
  add.u64 %rd5, %rd3, %rd4;
  ld.global.u64 %rd6, [%rd5];
  st.shared.u32 [s], %r1;
  st.global.u64 [%rd1+8], %rd6;
)");
  const auto cycles = static_cast<double>(duration(counters));
  EXPECT_EQ(counters.kernel.l1.hits, 2u);
  EXPECT_DOUBLE_EQ(value_of(counters, "l1d.hit_utilization"), 2 / cycles);
  EXPECT_DOUBLE_EQ(value_of(counters, "shared.utilization"), 1 / cycles);
  EXPECT_DOUBLE_EQ(value_of(counters, "l1d.miss_pki"),
                   1e3 / static_cast<double>(counters.kernel.thread_instructions()));
}

TEST(Characteristics, ClassesAreOfWhatIsUsedMost) {
  auto machine = plain_machine();
  const std::string adds = kFloats + repeat(400, "  add.f32 %f10, %f10, 0f3F800000;\n");
  Rig rig(machine);
  // Sixteen warps hide each other's latency; one waits for itself.
  const auto many = rig.run_body(adds + kStoreFloats, {1}, {512});
  EXPECT_GT(value_of(many, "scheduler.utilization"), 0.6);
  EXPECT_EQ(value_of(many, "utilization_class.compute"), 1);
  EXPECT_EQ(value_of(many, "utilization_class.underutilized"), 0);
  const auto one = rig.run_body(adds + kStoreFloats);
  EXPECT_LT(value_of(one, "scheduler.utilization"), 0.6);
  EXPECT_EQ(value_of(one, "utilization_class.underutilized"), 1);
  // Whole lines from DRAM, with little else to do.
  machine.sm.count = 4;
  Rig streaming(machine);
  std::string loads =
      "  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %tid.x;\n  mad.lo.u32 %r3, %r1, 256, %r2;\n"
      "  mul.wide.u32 %rd2, %r3, 16;\n  add.u64 %rd2, %rd1, %rd2;\n"
      "  ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd2];\n  add.u32 %r4, %r4, %r5;\n"
      "  setp.eq.u32 %p1, %r4, 77;\n  @%p1 st.global.u32 [%rd1], %r4;\n";
  const auto streams = streaming.run_body(loads, {256}, {256});
  const double dram = value_of(streams, "dram.utilization");
  const double replies = value_of(streams, "noc.reply_sustained");
  EXPECT_EQ(value_of(streams, "utilization_class.dram"), dram > 0.5 && dram > replies ? 1 : 0);
  EXPECT_EQ(value_of(streams, "utilization_class.replies"),
            replies > 0.6 && replies > dram ? 1 : 0);
  EXPECT_EQ(value_of(streams, "utilization_class.compute"), 0);
}

}  // namespace
}  // namespace heddle::test
