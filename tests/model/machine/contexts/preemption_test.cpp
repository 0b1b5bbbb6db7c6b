// Blocks leave their SM in the middle of what they do and come back, here or there, now or later:
// programs compute what they would have without.

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "expect_output.hpp"
#include "organisation.hpp"
#include "preemption_programs.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

gpu::MachineSpec three_sms(std::uint32_t blocks = 2) {
  auto machine = small_machine();
  machine.sm.count = 3;
  machine.sm.blocks = blocks;
  return machine;
}

struct Place {
  std::uint32_t sm = 0;
  std::uint16_t slot = 0;
};

/// Where the blocks are that are on SMs.
std::map<std::uint64_t, Place> residents(const gpu::Gpu& gpu, const gpu::MachineSpec& machine) {
  std::map<std::uint64_t, Place> found;
  for (std::uint32_t sm = 0; sm < machine.sm.count; ++sm) {
    for (std::uint16_t slot = 0; slot < machine.sm.blocks; ++slot) {
      if (const auto block = gpu.resident_block(sm, slot)) found[*block] = {sm, slot};
    }
  }
  return found;
}

/// What was done to a program until so many of its blocks had been saved, in as many runs as
/// needed.
struct Tally {
  std::uint64_t saved = 0, moved = 0;
  Cycle cycles = 0;
};

/// Runs the program; every so often a block is stopped, to come back at once or later.
Tally run_with_stops(const PreemptedProgram& program, const gpu::PolicyChoice& policies,
                     unsigned host_threads, std::uint32_t seed, const std::string& how) {
  const auto machine = three_sms();
  Rig rig(machine, policies, host_threads);
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t bound) { return random() % bound; };
  const std::uint64_t number = rig.start(program.ptx, program.grid, program.block);
  std::map<std::uint64_t, Place> last;
  Tally tally;
  while (!rig.gpu().status(number).finished) {
    rig.gpu().advance(rig.gpu().now() + 1 + below(200));
    const auto now = residents(rig.gpu(), machine);
    for (const auto& [block, place] : now) {
      if (last.contains(block) && last[block].sm != place.sm) ++tally.moved;
      last[block] = place;
    }
    if (now.empty()) continue;
    const Place chosen =
        std::next(now.begin(), below(static_cast<std::uint32_t>(now.size())))->second;
    constexpr Cycle kAway[] = {0, 1, 300, 2000};
    EXPECT_TRUE(rig.gpu().stop_block(chosen.sm, chosen.slot, kAway[below(4)]));
  }
  tally.saved = rig.gpu().status(number).blocks_saved;
  expect_output(rig, program, how);
  const auto counters = rig.gpu().status(number).counters;
  tally.cycles = duration(counters);
  EXPECT_EQ(counters.kernel.blocks, program.grid.volume()) << how;
  EXPECT_EQ(counters.kernel.warps, program.grid.volume() * ((program.block.x + 31) / 32)) << how;
  return tally;
}

const std::map<std::string, gpu::PolicyChoice>& machines() {
  static const std::map<std::string, gpu::PolicyChoice> choices = {
      {"spatial 32", organised("spatial", {{"width", 32}})},
      {"spatial 8", organised("spatial", {{"width", 8}})},
      {"sequential", organised("spatial", {{"sequential", 1}})},
      {"temporal", organised("temporal", {})},
      {"overlapping", organised("temporal", {{"overlap", 1}, {"control_by_threads", 1}})},
      {"temporal by threads",
       combined(organised("temporal", {{"allocation", "threads"}}), resided("warp_release"))}};
  return choices;
}

class Preemption : public testing::TestWithParam<std::tuple<std::string, unsigned>> {};

TEST_P(Preemption, BlocksSavedAtAHundredRandomCyclesComputeTheSame) {
  const auto& [organisation, host_threads] = GetParam();
  for (const PreemptedProgram& program : preempted_programs()) {
    Tally all;
    for (std::uint32_t seed = 1; all.saved < 100; ++seed) {
      ASSERT_LE(seed, 100u) << program.name << ": blocks are not saved";
      const Tally tally = run_with_stops(program, machines().at(organisation), host_threads, seed,
                                         fmt::format("{}, seed {}", organisation, seed));
      if (HasFatalFailure()) return;
      all.saved += tally.saved;
      all.moved += tally.moved;
    }
    EXPECT_GT(all.moved, 10u) << program.name << ": blocks do not come to other SMs";
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, Preemption,
                         testing::Combine(testing::Values("spatial 32", "spatial 8", "sequential",
                                                          "temporal", "overlapping",
                                                          "temporal by threads"),
                                          testing::Values(1u, 3u)));

TEST(Preemption, HostThreadsDoNotShow) {
  for (const PreemptedProgram& program : preempted_programs()) {
    const auto& policies = machines().at("spatial 8");
    const Tally one = run_with_stops(program, policies, 1, 7, "one thread");
    const Tally two = run_with_stops(program, policies, 2, 7, "two threads");
    EXPECT_EQ(one.cycles, two.cycles) << program.name;
    EXPECT_EQ(one.saved, two.saved) << program.name;
  }
}

/// Counts to {0}, with what the loop needs in registers, then says so.
const std::string kCount = R"(
  mov.u32 %r2, %ctaid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.u64 %rd2, %rd1, %rd2;
  mov.u32 %r1, 0;
LOOP:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, {0};
  @%p1 bra LOOP;
  st.global.u32 [%rd2], %r1;
)";
std::string count_to(unsigned turns) { return fmt::format(fmt::runtime(kCount), turns); }

TEST(Preemption, SavedBlocksComeBeforeNewOnes) {
  auto machine = small_machine();
  machine.sm.blocks = 1;
  Rig rig(machine);
  const auto number = rig.start(kernel(count_to(500)), {3}, {32});
  while (rig.gpu().resident_block(0, 0) != 0u) rig.gpu().advance(rig.gpu().now() + 1);
  // Block 0 is away while the second runs; the third has to wait for it.
  ASSERT_TRUE(rig.gpu().stop_block(0, 0, 1));
  std::vector<std::uint64_t> order;
  while (!rig.gpu().status(number).finished) {
    rig.gpu().advance(rig.gpu().now() + 1);
    const auto block = rig.gpu().resident_block(0, 0);
    if (block && (order.empty() || order.back() != *block)) order.push_back(*block);
  }
  EXPECT_EQ(order, (std::vector<std::uint64_t>{0, 1, 0, 2}));
  EXPECT_EQ(rig.read<std::uint32_t>(3), (std::vector<std::uint32_t>{500, 500, 500}));
  EXPECT_EQ(rig.gpu().status(number).blocks_saved, 1u);
}

TEST(Preemption, ABlockWithNothingInFlightLeavesAtOnceAndLosesOnlyTheTimeAway) {
  // A stop takes the control latency; so does the way back. What the block has to fetch again is
  // at most a fetch and the instruction in the pipeline.
  constexpr Cycle kAway = 1000;
  const auto machine = small_machine();
  const auto time = [&](bool stop) {
    Rig rig(machine);
    const auto number = rig.start(kernel(count_to(2000)), {1}, {32});
    if (stop) {
      rig.gpu().advance(machine.control.launch_latency + 3000);
      EXPECT_TRUE(rig.gpu().stop_block(0, 0, kAway));
    }
    return duration(rig.finish(number));
  };
  const Cycle lost = time(true) - time(false);
  EXPECT_GE(lost, kAway + machine.control.control_latency);
  EXPECT_LE(lost, kAway + machine.control.control_latency + 50);
}

TEST(Preemption, AFreeSlotHasNothingToStop) {
  Rig rig;
  EXPECT_FALSE(rig.gpu().stop_block(0, 0));
}

TEST(Preemption, AContextIsWhatItsThreadsHold) {
  Rig rig;
  const auto number = rig.start(
      kernel("  mov.u32 %r9, s;\n" + count_to(5000) + "  st.shared.u32 [%r9], %r1;\n"), {1}, {70});
  rig.gpu().advance(2000);
  std::optional<gpu::GridContext> context;
  while (!(context = rig.gpu().suspend(number))) rig.gpu().advance(rig.gpu().now() + 10);
  ASSERT_EQ(context->blocks.size(), 1u);
  EXPECT_EQ(context->next_block, 1u);
  const core::BlockContext& block = context->blocks.front();
  ASSERT_EQ(block.warps.size(), 3u);
  const core::ContextBytes bytes = block.bytes();
  EXPECT_EQ(bytes.shared, 4096u);
  EXPECT_EQ(bytes.local, 0u);
  EXPECT_GE(bytes.registers, 3 * 4 * kWarpSize * sizeof(std::uint32_t));
  EXPECT_EQ(bytes.stacks, 3 * sizeof(exec::StackEntry));
  EXPECT_EQ(bytes.total(),
            bytes.registers + bytes.stacks + bytes.local + bytes.shared + bytes.barriers);
}

TEST(Preemption, GridsGoOnInAnotherSimulation) {
  for (const auto& [organisation, policies] : machines()) {
    for (const PreemptedProgram& program : preempted_programs()) {
      if (program.name == "services of the host") continue;  // its heap is the other simulation's
      Cycle length = 0;
      {
        Rig whole(three_sms(), policies);
        length = duration(whole.run(program.ptx, program.grid, program.block));
      }
      std::mt19937 random(5);
      for (unsigned trial = 0; trial < 6; ++trial) {
        Rig first(three_sms(), policies), second(three_sms(), policies);
        ASSERT_EQ(first.buffer(), second.buffer());
        const std::uint64_t number = first.start(program.ptx, program.grid, program.block);
        first.gpu().advance(1 + random() % length);
        std::optional<gpu::GridContext> context;
        while (!(context = first.gpu().suspend(number)) && !first.gpu().status(number).finished)
          first.gpu().advance(first.gpu().now() + 50);
        if (!context) continue;  // it came to its end
        EXPECT_TRUE(first.gpu().idle());
        const auto memory = first.read<std::uint8_t>(Rig::kBufferBytes);
        second.image().write(second.buffer(), memory.data(), memory.size());
        second.finish(second.start(program.ptx, program.grid, program.block, std::move(*context)));
        expect_output(second, program, fmt::format("{}, trial {}", organisation, trial));
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace heddle::test
