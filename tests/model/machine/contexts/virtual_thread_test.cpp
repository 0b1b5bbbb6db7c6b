// More blocks than slots: what an exchange costs, when there is none, and that programs compute the
// same.

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "more_blocks.hpp"

namespace heddle::test {
namespace {

gpu::PolicyChoice virtual_threads(const Values& values = {}) {
  return resided("virtual_thread", values);
}

// A block of one warp, and 144 bytes of its slot; with 20 live registers of 128 bytes 2704. Loads
// that bypass the L1 all miss. Two blocks in turn wait for memory and for the slot of the other.
TEST(VirtualThread, DependentMissesCostAMissAndAnExchange) {
  const ClosedForm apart{"cycles a miss of each of two chases with a slot for one", "2 x miss"};
  const ClosedForm form{"cycles a miss of each of two chases that exchange their slots",
                        "miss + 2 x state / bytes a cycle"};
  const auto machine = without_hits(1);
  const double miss = cycles_a_miss(machine, resided("block"), 1);
  ASSERT_EQ(miss, l2_latency(machine, 32));  // a sector
  apart.expect("residency block", 2 * miss, cycles_a_miss(machine, resided("block"), 2));
  struct Case {
    unsigned bytes, width, cycles;
  };
  for (const Case& each :
       {Case{144, 128, 2}, Case{2704, 128, 22}, Case{2704, 64, 43}, Case{2704, 256, 11}}) {
    const auto policies =
        virtual_threads({{"slot_state_bytes", each.bytes}, {"switch_bytes", each.width}});
    form.expect(fmt::format("{} B, {} B a cycle", each.bytes, each.width), miss + 2 * each.cycles,
                cycles_a_miss(machine, policies, 2));
  }
}

TEST(VirtualThread, HitsExchangeNothing) {
  auto machine = without_hits(1);
  machine.load_store.cache_global_loads = true;
  // Each of the blocks misses once at most.
  EXPECT_LE(read_one_word(machine, virtual_threads(), 4).exchanges.warps_out, 4u);
}

// Barriers, shuffles, divergence, shared and local memory, under every scheduler that can follow.
TEST(VirtualThread, ProgramsComputeTheSame) {
  std::uint64_t exchanges = 0;
  for (const PreemptedProgram& program : preempted_programs()) {
    const auto machine = with_slots_for(warps_in_block(program) + 1, 4);
    for (const char* scheduler : {"lrr", "gto", "two_level", "pro", "oldest", "greedy_rr"}) {
      for (const char* rule : {"all", "any"}) {
        auto policies = virtual_threads({{"ready_when", rule}, {"stalled_by", "memory"}});
        policies.warp_scheduler = scheduler;
        const std::string name = fmt::format("{}, {}", scheduler, rule);
        exchanges += run_with_slots(program, machine, policies, name).exchanges.exchanges;
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(exchanges, 0u);
}

// A gate counts the warps alone that have slots: others would fill it and never issue.
TEST(VirtualThread, ThrottlesCountWarpsInSlots) {
  for (const PreemptedProgram& program : preempted_programs()) {
    for (const char* throttle : {"swl", "ccws"}) {
      gpu::PolicyChoice policies = virtual_threads();
      policies.throttle = throttle;
      policies.configure = set_of("throttle.swl", {{"limit", 2}});
      run_with_slots(program, with_slots_for(warps_in_block(program) + 1, 4), policies, throttle);
      if (HasFatalFailure()) return;
    }
  }
}

// Where registers are what limits a kernel, no block comes beyond the slots, and nothing changes.
TEST(VirtualThread, IsBlockWhereSlotsAreNotTheLimit) {
  for (const PreemptedProgram& program : preempted_programs()) {
    auto machine = with_slots_for(2 * warps_in_block(program), 8);
    const auto module = compile::lower(ptx::parse(program.ptx, "test.ptx"));
    machine.sm.registers = static_cast<std::uint32_t>(
        2 *
        gpu::BlockFit(machine.sm).demand_of(*module.kernels.at(0), program.block.x, 0).registers);
    const auto with = run_with_slots(program, machine, virtual_threads(), "virtual_thread");
    EXPECT_EQ(with.exchanges.exchanges, 0u) << program.name;
    EXPECT_EQ(duration(with), duration(run_with_slots(program, machine, resided("block"), "block")))
        << program.name;
  }
}

TEST(VirtualThread, DoesNotDependOnHostThreads) {
  const PreemptedProgram program = preempted_programs().front();
  const auto machine = with_slots_for(warps_in_block(program) + 1, 4);
  const auto time = [&](unsigned threads) {
    Rig rig(machine, virtual_threads(), threads);
    return duration(rig.run(program.ptx, program.grid, program.block));
  };
  EXPECT_EQ(time(1), time(2));
}

TEST(VirtualThread, NeedsPoliciesThatFollowWarps) {
  auto policies = virtual_threads();
  policies.warp_scheduler = "fetch_groups";
  EXPECT_THROW(Rig(small_machine(), policies), Error);
  policies = virtual_threads();
  policies.organisation = "temporal";
  EXPECT_THROW(Rig(small_machine(), policies), Error);
}

}  // namespace
}  // namespace heddle::test
