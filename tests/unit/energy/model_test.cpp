#include "heddle/energy/model.hpp"

#include <bit>
#include <cmath>

#include <gtest/gtest.h>

namespace heddle::energy {
namespace {

using isa::OpClass;

constexpr double kJoule = 1e12;  ///< in picojoules
constexpr Shape kShape{
    .sms = 3, .slots = 2, .l2_slices = 4, .channels = 2, .burst_bytes = 64, .core_mhz = 500};

/// At the node and voltage of the energies.
TechnologySpec reference() { return {.node_nm = 40, .voltage = 0.9}; }

constexpr std::size_t index_of(OpClass op_class) { return static_cast<std::size_t>(op_class); }

/// Coefficients that are powers of two or small: sums of few of them show which were added.
EnergySpec distinct() {
  EnergySpec spec;
  spec.front_end = {.fetch = 1, .own_fetch = 2, .fill = 4, .decode = 8};
  spec.registers = {
      .read = 16, .write = 32, .collect = 64, .scalar_read = 3, .scalar_write = 5, .broadcast = 7};
  spec.units.lane = 128;
  spec.units.address = 256;
  spec.units.control = 512;
  spec.units.operation[index_of(OpClass::float32)] = 1024;
  spec.units.operation[index_of(OpClass::integer)] = 2048;
  spec.units.operation[index_of(OpClass::float64)] = 11;
  spec.units.operation[index_of(OpClass::special)] = 13;
  return spec;
}

Activity everything(std::uint64_t times) {
  using Array = std::array<std::uint64_t, sizeof(Activity) / sizeof(std::uint64_t)>;
  Array counts;
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = times * (1'000'000 + 37 * i);
  return std::bit_cast<Activity>(counts);
}

/// 1 million banks read and 2 million written; 4, 8 and 16 million words of scalars read, written
/// and sent to all lanes.
double picojoules_of_registers(std::uint32_t bank_threads) {
  Shape shape = kShape;
  shape.bank_threads = bank_threads;
  Activity activity;
  activity.register_reads = 1'000'000;
  activity.register_writes = 2'000'000;
  activity.scalar_reads = 4'000'000;
  activity.scalar_writes = 8'000'000;
  activity.broadcasts = 16'000'000;
  const Breakdown energy = Model(distinct(), reference(), shape).breakdown(activity, 0);
  return energy.of(Component::register_file) * kJoule;
}

TEST(Energy, ScalarsHaveAFileBesideWideBanks) {
  const double vectors = 1e6 * (16 + 64) + 2e6 * 32;
  EXPECT_NEAR(picojoules_of_registers(32), vectors + 4e6 * 3 + 8e6 * 5 + 16e6 * 7, 1);
}

TEST(Energy, BanksOfLanesAreAsWideAsALaneAndHoldScalarsToo) {
  EXPECT_NEAR(picojoules_of_registers(1), (5e6 * (16 + 64) + 10e6 * 32) / 32, 1);
  EXPECT_NEAR(picojoules_of_registers(4), (5e6 * (16 + 64) + 10e6 * 32) / 8, 1);
}

TEST(Energy, IsThatOfEachEventTimesHowManyThereWere) {
  const Model model(distinct(), reference(), kShape);
  Activity activity;
  activity.fetches = 1'000'000;
  activity.own_fetches = 2'000'000;
  activity.code_fills = 3'000'000;
  activity.instructions[index_of(OpClass::float32)] = 5'000'000;
  activity.threads[index_of(OpClass::float32)] = 100'000'000;
  activity.instructions[index_of(OpClass::load)] = 1'000'000;
  activity.threads[index_of(OpClass::load)] = 32'000'000;
  activity.instructions[index_of(OpClass::branch)] = 7'000'000;
  activity.decoded = 13'000'000;
  activity.threads[index_of(OpClass::branch)] = 7'000'000;
  activity.register_reads = 4'000'000;
  activity.register_writes = 2'000'000;
  const Breakdown energy = model.breakdown(activity, 0);
  const auto picojoules = [&](Component component) { return energy.of(component) * kJoule; };
  // Fetches 1, own 2, fills 4; 13 million instructions decoded at 8.
  EXPECT_NEAR(picojoules(Component::fetch_decode), 1e6 + 4e6 + 12e6 + 13e6 * 8, 1);
  EXPECT_NEAR(picojoules(Component::register_file), 4e6 * (16 + 64) + 2e6 * 32, 1);
  EXPECT_NEAR(picojoules(Component::float_units), 1e8 * (128 + 1024), 1);
  // Lanes of loads compute addresses; a branch is one event whatever its lanes.
  EXPECT_NEAR(picojoules(Component::other_units), 32e6 * (128 + 256) + 7e6 * 512, 1);
  EXPECT_EQ(energy.of(Component::integer_units), 0);
  EXPECT_EQ(energy.of(Component::double_units), 0);
  EXPECT_EQ(energy.of(Component::special_units), 0);
  EXPECT_EQ(energy.of(Component::l2), 0);
}

TEST(Energy, OfMemoriesIsByAccessSectorFlitAndBurst) {
  EnergySpec spec;
  spec.shared = {.word = 2, .pass = 3};
  spec.l1 = {.lookup = 1, .read = 10, .write = 100, .fill = 1000};
  spec.l2 = {.lookup = 1, .read = 10, .write = 100, .fill = 1000, .write_back = 10000};
  spec.crossbar = {.request_flit = 5, .reply_flit = 7};
  spec.dram = {.activate = 900, .read = 2, .write = 3, .controller = 4, .background_w = 0};
  const Model model(spec, reference(), kShape);
  Activity activity;
  activity.shared_words = 32'000'000;
  activity.shared_cycles = 2'000'000;
  activity.l1.lookups = 9'000'000;
  activity.l1.reads = 4'000'000;
  activity.l1.writes = 2'000'000;
  activity.l1.fills = 3'000'000;
  activity.l2_lookups = 5'000'000;
  activity.l2_reads = 4'000'000;
  activity.l2_writes = 3'000'000;
  activity.l2_fills = 2'000'000;
  activity.l2_write_backs = 1'000'000;
  activity.request_flits = 1'000'000;
  activity.reply_flits = 2'000'000;
  activity.dram_activates = 1'000'000;
  activity.dram_read_bursts = 2'000'000;
  activity.dram_write_bursts = 1'000'000;
  const Breakdown energy = model.breakdown(activity, 0);
  const auto picojoules = [&](Component component) { return energy.of(component) * kJoule; };
  EXPECT_NEAR(picojoules(Component::shared_memory), 64e6 + 6e6, 1);
  EXPECT_NEAR(picojoules(Component::l1d), 9e6 + 40e6 + 200e6 + 3e9, 1);
  EXPECT_NEAR(picojoules(Component::l2), 5e6 + 40e6 + 300e6 + 2e9 + 10e9, 1);
  EXPECT_NEAR(picojoules(Component::interconnect), 5e6 + 14e6, 1);
  EXPECT_NEAR(picojoules(Component::dram_activate), 900e6, 1);
  EXPECT_NEAR(picojoules(Component::dram_read), 2e6 * 64 * 2, 1);  // 64 B a burst
  EXPECT_NEAR(picojoules(Component::dram_write), 1e6 * 64 * 3, 1);
  EXPECT_NEAR(picojoules(Component::memory_controllers), 3e6 * 64 * 4, 1);
  EXPECT_EQ(energy.of(Component::constant_cache), 0);
}

TEST(Energy, ComponentsSumToTheTotalExactlyAndAlsoOverLaunches) {
  const Model model(EnergySpec{}, reference(), kShape);
  const auto statistics = [&](std::uint64_t times) {
    StatisticList list;
    model.breakdown(everything(times), 12345 * times).describe(list);
    return list.values;
  };
  std::vector<Statistic> sum, overlapping;
  for (const std::uint64_t times : {1, 7, 3}) {
    accumulate(sum, statistics(times));
    accumulate(overlapping, statistics(times), 1.0 / 3);
  }
  const auto difference = [](const std::vector<Statistic>& values) {
    double total = 0, components = 0;
    for (const Statistic& value : values) {
      if (value.name == "total") total = value.value;
      const bool is_sum = value.name == "total" || value.name == "dynamic";
      if (value.unit == "J" && !is_sum) components += value.value;
    }
    EXPECT_GT(total, 0);
    return std::abs(total - components);
  };
  EXPECT_EQ(difference(statistics(1)), 0);
  EXPECT_EQ(difference(sum), 0);
  // Of what kernels that run together share, each component is rounded by itself.
  EXPECT_LE(difference(overlapping), 3 * kComponents * Amount::kUnit);
}

TEST(Energy, OfNothingIsTheIdlePowerTimesTheTime) {
  EnergySpec spec;
  spec.power = {.sm_w = 2,
                .active_sm_w = 50,
                .l2_slice_w = 0.25,
                .crossbar_w = 3,
                .memory_channel_w = 1.5,
                .other_w = 7,
                .board_w = 11};
  spec.dram.background_w = 0.5;
  const Model model(spec, reference(), kShape);
  const double idle = 3 * 2 + 4 * 0.25 + 3 + 2 * 1.5 + 7 + 2 * 0.5 + 11;
  EXPECT_DOUBLE_EQ(model.idle_watts(), idle);
  const Breakdown energy = model.breakdown({}, 500'000'000);  // a second
  EXPECT_DOUBLE_EQ(energy.seconds, 1);
  EXPECT_NEAR(energy.total(), idle, 1e-9);
  EXPECT_EQ(energy.dynamic(), 0);
  // Both slots of one of the SMs have warps for half of the time, one slot of another for all.
  Activity activity;
  activity.occupied_slots = 2 * 250'000'000 + 500'000'000;
  EXPECT_NEAR(model.breakdown(activity, 500'000'000).total(), idle + 50, 1e-9);
}

TEST(Energy, NeverFallsWhenMoreHappens) {
  EnergySpec spec;
  spec.units.operation.fill(1);
  const Model model(spec, reference(), kShape);
  using Array = std::array<std::uint64_t, sizeof(Activity) / sizeof(std::uint64_t)>;
  const Activity before = everything(1);
  const Breakdown least = model.breakdown(before, 1000);
  for (std::size_t i = 0; i < Array{}.size(); ++i) {
    Array counts = std::bit_cast<Array>(before);
    counts[i] *= 2;
    const Breakdown more = model.breakdown(std::bit_cast<Activity>(counts), 1000);
    EXPECT_GE(more.total(), least.total()) << i;
    for (std::size_t component = 0; component < kComponents; ++component)
      EXPECT_GE(more.joules[component], least.joules[component]) << i << ' ' << component;
  }
  const Breakdown twice = model.breakdown(everything(2), 1000);
  for (std::size_t component = 0; component < kFirstOfTime; ++component)
    EXPECT_GT(twice.joules[component], least.joules[component]) << component;
}

TEST(Energy, FollowsNodeAndVoltageButForWiresAndDram) {
  const Model old(EnergySpec{}, reference(), kShape);
  const Model shrunk(EnergySpec{}, {.node_nm = 10, .voltage = 0.45}, kShape);
  const Activity activity = everything(1000);
  const Breakdown before = old.breakdown(activity, 0), after = shrunk.breakdown(activity, 0);
  const auto ratio = [&](Component component) {
    return after.of(component) / before.of(component);
  };
  // A quarter of the capacitance, half of the voltage.
  for (const Component component :
       {Component::fetch_decode, Component::register_file, Component::shared_memory,
        Component::float_units, Component::l1d, Component::l2})
    EXPECT_NEAR(ratio(component), 1.0 / 16, 1e-9);
  EXPECT_NEAR(ratio(Component::interconnect), 1.0 / 4, 1e-9);
  EXPECT_EQ(ratio(Component::dram_read), 1);
  EXPECT_EQ(ratio(Component::memory_controllers), 1);
}

TEST(Energy, GroupsTileTheTotal) {
  const Model model(EnergySpec{}, reference(), kShape);
  const Breakdown energy = model.breakdown(everything(5), 777);
  double sum = 0;
  for (std::size_t i = 0; i < kGroups; ++i) sum += energy.of(static_cast<Group>(i));
  EXPECT_EQ(sum, energy.total());
}

}  // namespace
}  // namespace heddle::energy
