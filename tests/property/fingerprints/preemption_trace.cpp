// Prints all counts of programs whose blocks are stopped and restored, and of grids that are
// suspended and started on another GPU: a line a scenario, for fingerprints.py.
#include <cstdio>
#include <map>
#include <random>

#include "preemption_programs.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

using Policies = std::map<std::string, gpu::PolicyChoice>;

gpu::MachineSpec three_sms() {
  auto machine = small_machine();
  machine.sm.count = 3;
  machine.sm.blocks = 2;
  return machine;
}

/// Every count of the grid, and a hash of what it wrote.
std::string values_of(const Rig& rig, const gpu::GridCounters& counters) {
  StatisticList list;
  counters.describe(list);
  std::string text = fmt::format("{} to {}", counters.started, counters.ended);
  for (const Statistic& value : list.values) text += fmt::format(" {}={}", value.name, value.value);
  std::uint64_t hash = 1469598103934665603ull;  // FNV-1a
  for (const std::uint32_t word : rig.read<std::uint32_t>(2 * kSums))
    hash = (hash ^ word) * 1099511628211ull;
  return text + fmt::format(" memory={:016x}", hash);
}

/// Every so often a block is stopped, to come back at once or later.
std::string stopped(const PreemptedProgram& program, const gpu::PolicyChoice& policies,
                    unsigned threads) {
  const auto machine = three_sms();
  Rig rig(machine, policies, threads);
  std::mt19937 random(7);
  const std::uint64_t number = rig.start(program.ptx, program.grid, program.block);
  while (!rig.gpu().status(number).finished) {
    rig.gpu().advance(rig.gpu().now() + 1 + random() % 200);
    constexpr Cycle kAway[] = {0, 1, 300, 2000};
    const auto sm = static_cast<std::uint32_t>(random() % machine.sm.count);
    rig.gpu().stop_block(sm, static_cast<std::uint16_t>(random() % machine.sm.blocks),
                         kAway[random() % 4]);
  }
  return fmt::format("saved {} {}", rig.gpu().status(number).blocks_saved,
                     values_of(rig, rig.gpu().status(number).counters));
}

/// The grid leaves after `cycles` and goes on where it was.
std::string suspended(const PreemptedProgram& program, const gpu::PolicyChoice& policies,
                      Cycle cycles) {
  Rig rig(three_sms(), policies);
  const std::uint64_t number = rig.start(program.ptx, program.grid, program.block);
  rig.gpu().advance(cycles);
  std::optional<gpu::GridContext> context;
  while (!(context = rig.gpu().suspend(number)) && !rig.gpu().status(number).finished)
    rig.gpu().advance(rig.gpu().now() + 10);
  const std::string first = values_of(rig, rig.gpu().status(number).counters);
  if (!context) return first;
  return first + " then " +
         values_of(rig, rig.finish(rig.start(program.ptx, program.grid, program.block,
                                             std::move(*context))));
}

int print_all() {
  const Policies choices = {{"plain", greedy()},
                            {"pro", {.warp_scheduler = "pro"}},
                            {"two_level-ccws", {.warp_scheduler = "two_level", .throttle = "ccws"}},
                            {"warpman", {.warp_scheduler = "gto", .residency = "warpman"}},
                            {"temporal", {.warp_scheduler = "gto", .organisation = "temporal"}}};
  for (const PreemptedProgram& program : preempted_programs()) {
    for (const auto& [name, policies] : choices) {
      for (const unsigned threads : {1u, 2u}) {
        fmt::print("{} {} stopped, {} threads: {}\n", program.name, name, threads,
                   stopped(program, policies, threads));
      }
      for (const Cycle cycles : {Cycle{100}, Cycle{1500}}) {
        fmt::print("{} {} suspended at {}: {}\n", program.name, name, cycles,
                   suspended(program, policies, cycles));
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace heddle::test

int main() { return heddle::test::print_all(); }
