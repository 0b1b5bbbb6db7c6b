// Times of instructions in the pipelines, against the machine's parameters.

#include <numeric>

#include <gtest/gtest.h>

#include "rig.hpp"

namespace heddle::test {
namespace {

constexpr const char* kStore = "  st.global.f32 [%rd1], %f1;\n";
constexpr const char* kSetup = "  mov.f32 %f1, 0f3F800000;\n  ld.global.f32 %f2, [%rd1];\n";

gpu::MachineSpec with(isa::OpClass op_class, std::uint32_t latency, std::uint32_t initiation) {
  auto machine = small_machine();
  auto& timing = machine.execution.operations[static_cast<std::size_t>(op_class)];
  timing.latency = latency;
  timing.initiation = initiation;
  machine.sm.register_banks = 64;  // operands on different banks
  return machine;
}

TEST(Pipeline, DependentInstructionsAreALatencyApart) {
  for (const std::uint32_t latency : {4u, 9u}) {
    EXPECT_EQ(cycles_per_copy(kSetup, "  add.f32 %f1, %f1, %f2;\n", kStore,
                              with(isa::OpClass::float32, latency, 1)),
              latency);
  }
}

TEST(Pipeline, IndependentInstructionsAreAnInitiationIntervalApart) {
  std::string text, stores;
  for (int i = 10; i < 18; ++i) text += fmt::format("  add.f32 %f{0}, %f{0}, %f2;\n", i);
  for (int i = 10; i < 18; ++i) stores += fmt::format("  st.global.f32 [%rd1], %f{};\n", i);
  std::string setup = kSetup;
  for (int i = 10; i < 18; ++i) setup += fmt::format("  mov.f32 %f{}, 0f3F800000;\n", i);
  for (const std::uint32_t initiation : {1u, 2u}) {
    EXPECT_EQ(cycles_per_copy(setup, text, stores, with(isa::OpClass::float32, 4, initiation)),
              8.0 * initiation);
  }
}

TEST(Pipeline, NarrowUnitsTakeAWarpInPasses) {
  auto machine = with(isa::OpClass::special, 20, 1);
  machine.execution.units[static_cast<std::size_t>(core::UnitKind::sfu)].lanes = 4;
  // Eight passes, and the result of the last comes seven cycles after that of the first.
  EXPECT_EQ(cycles_per_copy(kSetup, "  sin.approx.f32 %f1, %f1;\n", kStore, machine), 20 + 7);
  // Passes two cycles apart: the last enters fourteen cycles after the first.
  machine.execution.operations[static_cast<std::size_t>(isa::OpClass::special)].initiation = 2;
  EXPECT_EQ(cycles_per_copy(kSetup, "  sin.approx.f32 %f1, %f1;\n", kStore, machine), 20 + 14);
}

TEST(Pipeline, SharedMemoryLoadsAreItsLatencyApart) {
  for (const std::uint32_t latency : {20u, 33u}) {
    auto machine = small_machine();
    machine.load_store.shared_latency = latency;
    const double cycles = cycles_per_copy("  mov.u32 %r1, s;\n", "  ld.shared.u32 %r1, [%r1];\n",
                                          "  st.global.u32 [%rd1], %r1;\n", machine);
    EXPECT_EQ(cycles, latency);
  }
}

// 32 words at an odd stride want each of 32 banks once, and of 16 each twice; at a stride of 2^k
// they want 2^k times as much of 2^k times fewer banks. With stride 0 all lanes read one word.
TEST(Pipeline, BankConflictsHoldSharedMemory) {
  for (const std::uint32_t banks : {32u, 16u}) {
    auto machine = small_machine();
    machine.load_store.shared_banks = banks;
    for (const unsigned stride : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 33u}) {
      const std::string setup = fmt::format(
          "  mov.u32 %r2, %tid.x;\n  mul.lo.u32 %r2, %r2, {};\n  mov.u32 %r3, s;\n"
          "  add.u32 %r2, %r2, %r3;\n",
          4 * stride);
      const double cycles =
          cycles_per_copy(setup, "  ld.shared.u32 %r4, [%r2];\n  add.u32 %r2, %r2, %r4;\n",
                          "  st.global.u32 [%rd1], %r2;\n", machine);
      const double add = machine.execution.timing(isa::OpClass::integer).latency;
      const unsigned degree = stride == 0 ? 1 : 32 / banks * std::gcd(stride, banks);
      EXPECT_EQ(cycles, machine.load_store.shared_latency + degree - 1 + add)
          << "stride " << stride << ", " << banks << " banks";
    }
  }
}

TEST(Pipeline, L1HitsAreTheHitLatencyApart) {
  for (const std::uint32_t latency : {18u, 30u}) {
    auto machine = small_machine();
    machine.l1.hit_latency = latency;
    // The buffer is zero, so each address is the last one plus nothing.
    const double cycles =
        cycles_per_copy("", "  ld.global.u64 %rd2, [%rd1];\n  add.u64 %rd1, %rd1, %rd2;\n",
                        "  st.global.u64 [%rd1], %rd1;\n", machine);
    const double add = machine.execution.timing(isa::OpClass::integer).latency;
    EXPECT_NEAR(cycles, latency + add, 0.02 * cycles);
  }
}

TEST(Pipeline, AWarpWaitsForTheInstructionAfterABranch) {
  for (const std::uint32_t latency : {4u, 10u}) {
    auto machine = small_machine();
    machine.sm.branch_latency = latency;
    // A loop of an add, a comparison and a branch, each dependent on the one before.
    const auto loop = [&](unsigned trips) {
      Rig rig(machine);
      return static_cast<double>(
          duration(rig.run_body(fmt::format("  mov.u32 %r1, 0;\nL:\n  add.u32 %r1, %r1, 1;\n  "
                                            "setp.lt.u32 %p1, %r1, {};\n  @%p1 bra L;\n"
                                            "  st.global.u32 [%rd1], %r1;\n",
                                            trips))));
    };
    const double add = machine.execution.timing(isa::OpClass::integer).latency;
    const double compare = machine.execution.timing(isa::OpClass::predicate).latency;
    EXPECT_EQ((loop(80) - loop(16)) / 64, add + compare + latency);
  }
}

}  // namespace
}  // namespace heddle::test
