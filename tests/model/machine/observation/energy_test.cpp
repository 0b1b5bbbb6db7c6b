// What programs cost whose counts are known beforehand.

#include <algorithm>

#include <gtest/gtest.h>

#include "mixed_program.hpp"
#include "rig.hpp"
#include "sampled.hpp"

namespace heddle::test {
namespace {

using energy::Component;
using isa::OpClass;

constexpr double kPicojoule = 1e-12;
constexpr double kUnit = Amount::kUnit;

/// Energies as they are stated, and one SM with one scheduler.
gpu::MachineSpec priced_machine() {
  auto machine = small_machine();
  machine.sm.schedulers = 1;
  machine.technology.node_nm = machine.energy.reference_nm;
  machine.technology.voltage = machine.energy.reference_voltage;
  machine.energy.units.operation.fill(3);
  return machine;
}

gpu::GridCounters run(const gpu::MachineSpec& machine, const std::string& body, Dim3 grid = {},
                      Dim3 block = {32}) {
  Rig rig(machine);
  return rig.run_body(body, grid, block);
}

/// Energy of what `body` adds to the empty kernel, of one component, in picojoules.
double added(const gpu::MachineSpec& machine, const std::string& setup, const std::string& body,
             Component component, Dim3 block = {32}) {
  const auto joules = [&](const std::string& text) {
    return run(machine, text, {}, block).energy.of(component);
  };
  return (joules(setup + body) - joules(setup)) / kPicojoule;
}

TEST(KernelEnergy, OfMultiplyAddsIsWhatTheyReadComputeAndWrite) {
  const auto machine = priced_machine();
  const auto& energy = machine.energy;
  const auto of = [&](unsigned copies, Component component) {
    const std::string body =
        "  ld.global.f32 %f2, [%rd1];\n  ld.global.f32 %f3, [%rd1+4];\n  mov.f32 %f4, %f2;\n" +
        repeat(copies, "  fma.rn.f32 %f4, %f4, %f2, %f3;\n") + "  st.global.f32 [%rd1], %f4;\n";
    return run(machine, body, {}, {40}).energy.of(component) / kPicojoule;
  };
  // A block of 40 has a warp of 32 lanes and one of 8: 1000 more are 2000 instructions, 40000
  // lanes.
  const auto added_by_1000 = [&](Component component) {
    return of(1100, component) - of(100, component);
  };
  EXPECT_NEAR(added_by_1000(Component::float_units), 40000 * (energy.units.lane + 3), 2);
  const auto& registers = energy.registers;
  EXPECT_NEAR(added_by_1000(Component::register_file),
              2000 * (3 * (registers.read + registers.collect) + registers.write), 2);
  EXPECT_EQ(added_by_1000(Component::l1d), 0);
  EXPECT_EQ(of(100, Component::double_units), 0);
}

TEST(KernelEnergy, OfSharedMemoryIsByWordsAndPasses) {
  const auto machine = priced_machine();
  // 32 lanes, all of one bank: 32 words in 32 passes.
  const std::string setup =
      "  mov.u32 %r2, %tid.x;\n  shl.b32 %r2, %r2, 7;\n  mov.u32 %r3, s;\n"
      "  add.u32 %r2, %r2, %r3;\n  st.shared.u32 [%r2], %r2;\n";
  EXPECT_NEAR(added(machine, setup, "  st.shared.u32 [%r2], %r3;\n", Component::shared_memory),
              32 * machine.energy.shared.word + 32 * machine.energy.shared.pass, 2);
}

TEST(KernelEnergy, OfALoadThatMissesIsThatOfAllItPassesThrough) {
  auto machine = priced_machine();
  const auto counters = run(machine,
                            "  ld.global.u32 %r2, [%rd1];\n  add.u32 %r2, %r2, 1;\n"
                            "  st.global.u32 [%rd1], %r2;\n");
  const auto& energy = machine.energy;
  const auto picojoules = [&](Component component) {
    return counters.energy.of(component) / kPicojoule;
  };
  // One line accessed by the load, which fills it, and one by the store, which does not write it.
  const auto& l1 = energy.l1;
  const double store = counters.kernel.l1.store_hits == 0 ? 0 : l1.write;
  EXPECT_NEAR(picojoules(Component::l1d), 2 * l1.lookup + l1.read + l1.fill + store, 2);
  EXPECT_EQ(counters.dram.reads, 1u);
  EXPECT_NEAR(
      picojoules(Component::dram_read),
      static_cast<double>(counters.dram.read_bursts) * machine.dram.burst_bytes * energy.dram.read,
      2);
  EXPECT_NEAR(picojoules(Component::dram_activate), energy.dram.activate, 2);
  // A line of four sectors comes, one goes.
  EXPECT_NEAR(picojoules(Component::l2),
              2 * energy.l2.lookup + 4 * energy.l2.read + 4 * energy.l2.fill + energy.l2.write, 2);
}

TEST(KernelEnergy, OfAnSmWithoutAWarpIsIdlePower) {
  auto machine = priced_machine();
  machine.sm.count = 4;
  machine.energy.power.active_sm_w = 40;
  // One warp: three of the four SMs have none.
  const auto counters = run(machine, repeat(300, "  st.global.u32 [%rd1], %r1;\n"));
  const double seconds = counters.energy.seconds;
  EXPECT_DOUBLE_EQ(seconds, static_cast<double>(duration(counters)) / 700e6);
  const energy::Model model = Rig(machine).gpu().energy_model();
  EXPECT_NEAR(counters.energy.total() - counters.energy.dynamic(), model.idle_watts() * seconds,
              20 * kUnit);
  // From the warp's arrival to its end it has the clock on; that is nearly all of the time.
  const double clock = counters.energy.of(Component::clock_sm);
  EXPECT_LE(clock, 40 * seconds);
  EXPECT_GE(clock, 0.9 * 40 * seconds);
}

TEST(KernelEnergy, TwiceTheWorkTakesMoreOfEverything) {
  const auto machine = priced_machine();
  const auto once = run(machine, kMixed, {8}, {64}).energy;
  const auto twice = run(machine, kMixed, {16}, {64}).energy;
  for (std::size_t i = 0; i < energy::kComponents; ++i) EXPECT_GE(twice.joules[i], once.joules[i]);
  EXPECT_GT(twice.total(), once.total());
  EXPECT_GT(twice.dynamic(), 1.5 * once.dynamic());
}

TEST(KernelEnergy, ChangesNoTime) {
  auto dear = priced_machine();
  dear.energy.registers.read = 1e9;
  dear.energy.power.board_w = 1e5;
  const auto cheap_run = run(priced_machine(), kMixed, {8}, {64});
  const auto dear_run = run(dear, kMixed, {8}, {64});
  EXPECT_EQ(duration(cheap_run), duration(dear_run));
  EXPECT_GT(dear_run.energy.total(), cheap_run.energy.total());
}

TEST(KernelEnergy, OfSamplesAddsUpToTheKernels) {
  auto machine = priced_machine();
  machine.sm.count = 4;
  Rig rig(machine);
  Sampled sampled(100);
  rig.gpu().attach(sampled);
  const auto counters = rig.run_body(kMixed, {20}, {128});
  energy::Breakdown sum;
  for (const auto& sample : sampled.samples()) {
    const auto part =
        rig.gpu().energy_model().breakdown(sample.counts.activity, sample.end - sample.begin);
    for (std::size_t i = 0; i < energy::kComponents; ++i) sum.joules[i] += part.joules[i];
  }
  const auto parts = static_cast<double>(sampled.samples().size());
  EXPECT_GT(parts, 5);
  for (std::size_t i = 0; i < energy::kComponents; ++i)
    EXPECT_NEAR(sum.joules[i], counters.energy.joules[i], parts * kUnit) << i;
}

TEST(KernelEnergy, OfKernelsTogetherCountsPowerOnce) {
  auto machine = priced_machine();
  machine.sm.count = 2;
  Rig rig(machine);
  const std::string body = kernel(repeat(200, "  st.global.u32 [%rd1], %r1;\n"));
  const auto first = rig.start(body, {1}, {32});
  const auto second = rig.start(body, {1}, {32});
  const auto a = rig.finish(first), b = rig.finish(second);
  const auto list = [](const gpu::GridCounters& counters) {
    StatisticList values;
    counters.energy.describe(values);
    return values.values;
  };
  // The second has so much time of its own.
  const Cycle own = b.ended - std::max(b.started, a.ended);
  std::vector<Statistic> sum;
  accumulate(sum, list(a));
  accumulate(sum, list(b), static_cast<double>(own) / static_cast<double>(duration(b)));
  const double seconds = static_cast<double>(b.ended - a.started) / 700e6;
  const double idle = rig.gpu().energy_model().idle_watts();
  const double total = a.energy.dynamic() + b.energy.dynamic() + idle * seconds;
  const auto value = [&](const std::string& name) {
    const auto found = std::ranges::find(sum, name, &Statistic::name);
    return found == sum.end() ? 0 : found->value;
  };
  EXPECT_NEAR(value("total"), total, 30 * kUnit);
  EXPECT_NEAR(value("average_power"), total / seconds, 1e-6 * idle);
  EXPECT_NEAR(value("delay_product"), total * seconds, 1e-6 * total * seconds);
}

}  // namespace
}  // namespace heddle::test
