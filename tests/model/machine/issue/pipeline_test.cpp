// Times of instructions in the pipelines, against the machine's parameters.

#include <numeric>

#include <gtest/gtest.h>

#include "closed_form.hpp"
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
  const ClosedForm form{"cycles from an addition to one that needs its sum", "latency"};
  for (const std::uint32_t latency : {4u, 9u}) {
    form.expect(fmt::format("latency {}", latency), latency,
                cycles_per_copy(kSetup, "  add.f32 %f1, %f1, %f2;\n", kStore,
                                with(isa::OpClass::float32, latency, 1)));
  }
}

TEST(Pipeline, IndependentInstructionsAreAnInitiationIntervalApart) {
  std::string text, stores;
  for (int i = 10; i < 18; ++i) text += fmt::format("  add.f32 %f{0}, %f{0}, %f2;\n", i);
  for (int i = 10; i < 18; ++i) stores += fmt::format("  st.global.f32 [%rd1], %f{};\n", i);
  std::string setup = kSetup;
  for (int i = 10; i < 18; ++i) setup += fmt::format("  mov.f32 %f{}, 0f3F800000;\n", i);
  const ClosedForm form{"cycles of 8 independent additions", "8 x initiation"};
  for (const std::uint32_t initiation : {1u, 2u}) {
    form.expect(fmt::format("initiation {}", initiation), 8.0 * initiation,
                cycles_per_copy(setup, text, stores, with(isa::OpClass::float32, 4, initiation)));
  }
}

TEST(Pipeline, NarrowUnitsTakeAWarpInPasses) {
  auto machine = with(isa::OpClass::special, 20, 1);
  machine.execution.units[static_cast<std::size_t>(core::UnitKind::sfu)].lanes = 4;
  const ClosedForm form{"cycles from a sine to one that needs its result, 4 lanes",
                        "latency + initiation x (passes - 1)"};
  const auto chain = [&] {
    return cycles_per_copy(kSetup, "  sin.approx.f32 %f1, %f1;\n", kStore, machine);
  };
  // Eight passes, and the result of the last comes seven cycles after that of the first.
  form.expect("latency 20, initiation 1", 20 + 7, chain());
  // Passes two cycles apart: the last enters fourteen cycles after the first.
  machine.execution.operations[static_cast<std::size_t>(isa::OpClass::special)].initiation = 2;
  form.expect("latency 20, initiation 2", 20 + 14, chain());
}

TEST(Pipeline, SharedMemoryLoadsAreItsLatencyApart) {
  const ClosedForm form{"cycles from a load of shared memory to one of the address it read",
                        "latency"};
  for (const std::uint32_t latency : {20u, 33u}) {
    auto machine = small_machine();
    machine.load_store.shared_latency = latency;
    const double cycles = cycles_per_copy("  mov.u32 %r1, s;\n", "  ld.shared.u32 %r1, [%r1];\n",
                                          "  st.global.u32 [%rd1], %r1;\n", machine);
    form.expect(fmt::format("latency {}", latency), latency, cycles);
  }
}

// 32 words at an odd stride want each of 32 banks once, and of 16 each twice; at a stride of 2^k
// they want 2^k times as much of 2^k times fewer banks. With stride 0 all lanes read one word.
TEST(Pipeline, BankConflictsHoldSharedMemory) {
  const ClosedForm form{"cycles from a load of shared memory to the next, an addition between",
                        "latency + conflict degree - 1 + addition"};
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
      form.expect(fmt::format("{} banks, stride {}: degree {}", banks, stride, degree),
                  machine.load_store.shared_latency + degree - 1 + add, cycles);
    }
  }
}

TEST(Pipeline, L1HitsAreTheHitLatencyApart) {
  const ClosedForm form{"cycles from an L1 hit to the next, an addition between",
                        "hit latency + addition", 0.02};
  for (const std::uint32_t latency : {18u, 30u}) {
    auto machine = small_machine();
    machine.l1.hit_latency = latency;
    // The buffer is zero, so each address is the last one plus nothing.
    const double cycles =
        cycles_per_copy("", "  ld.global.u64 %rd2, [%rd1];\n  add.u64 %rd1, %rd1, %rd2;\n",
                        "  st.global.u64 [%rd1], %rd1;\n", machine);
    const double add = machine.execution.timing(isa::OpClass::integer).latency;
    form.expect(fmt::format("hit latency {}", latency), latency + add, cycles);
  }
}

TEST(Pipeline, AWarpWaitsForTheInstructionAfterABranch) {
  const ClosedForm form{"cycles of a trip of a loop of addition, comparison and branch",
                        "addition + comparison + branch latency"};
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
    form.expect(fmt::format("branch latency {}", latency), add + compare + latency,
                (loop(80) - loop(16)) / 64);
  }
}

}  // namespace
}  // namespace heddle::test
