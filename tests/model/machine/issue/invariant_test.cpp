// What must hold on any machine and program.

#include <numeric>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "heddle/exec/step/fault.hpp"
#include "memory_path.hpp"
#include "mixed_program.hpp"
#include "statistics.hpp"

namespace heddle::test {
namespace {

gpu::MachineSpec four_sms() {
  auto machine = small_machine();
  machine.sm.count = 4;
  return machine;
}

std::vector<std::pair<std::string, double>> named_values_of(const gpu::GridCounters& counters) {
  std::vector<std::pair<std::string, double>> named;
  for (const auto& statistic : statistics_of(counters))
    named.emplace_back(statistic.name, statistic.value);
  return named;
}

TEST(Invariant, EverySlotHasOneReasonInEveryCycle) {
  Rig rig(four_sms());
  const auto counters = rig.run_body(kMixed, {40}, {128});
  const auto sum = std::accumulate(counters.stalls.cycles.begin(), counters.stalls.cycles.end(),
                                   std::uint64_t{0});
  EXPECT_EQ(sum, duration(counters) * four_sms().sm.count * four_sms().sm.schedulers);
  EXPECT_EQ(counters.stalls.cycles[0], counters.kernel.warp_instructions);
}

TEST(Invariant, CountsAgreeAcrossUnits) {
  Rig rig(four_sms());
  const auto counters = rig.run_body(kMixed, {40}, {128});
  const auto& l1 = counters.kernel.l1;
  EXPECT_EQ(l1.loads, l1.hits + l1.misses + l1.merges + l1.bypasses);
  EXPECT_EQ(l1.loads + l1.stores + l1.atomics, counters.kernel.global_transactions);
  EXPECT_EQ(counters.l2.loads, l1.misses + l1.bypasses);
  EXPECT_EQ(counters.l2.stores, l1.stores - l1.stores_kept + l1.write_backs);
  EXPECT_EQ(counters.l2.atomics, l1.atomics);
  EXPECT_EQ(counters.l2.loads + counters.l2.stores + counters.l2.atomics,
            counters.l2.hits + counters.l2.misses + counters.l2.merges);
  EXPECT_EQ(counters.kernel.blocks, 40u);
  EXPECT_EQ(counters.kernel.warps, 160u);
}

TEST(Invariant, TheAtomicsOfAllWarpsArriveOnce) {
  Rig rig(four_sms());
  rig.run_body(kMixed, {40}, {128});
  EXPECT_EQ(rig.read<std::uint32_t>(524288 / 4 + 1).back(), 40u * 128u);
}

TEST(Invariant, TheQuantumDoesNotShow) {
  std::vector<Cycle> cycles;
  for (const std::uint32_t quantum : {1u, 4u, 16u}) {
    auto machine = small_machine();
    machine.control.quantum = quantum;
    machine.control.control_latency = 16;
    Rig rig(machine);
    cycles.push_back(duration(rig.run_body(kMixed, {8}, {64})));
  }
  const ClosedForm form{"cycles of a kernel, by quantum", "those with quantum 1"};
  form.expect("quantum 4", cycles[0], cycles[1]);
  form.expect("quantum 16", cycles[0], cycles[2]);
}

/// Loads of 32 lines each, somewhere in 64 KiB, and between them one that hits.
const std::string kScattered = R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 128, %r1;
  mul.lo.u32 %r4, %r3, 747796405;
  mov.u32 %r5, 0;
L:
  and.b32 %r6, %r4, 65408;
  cvt.u64.u32 %rd2, %r6;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r7, [%rd3];
  ld.global.u32 %r8, [%rd1];
  st.global.u32 [%rd3+65536], %r5;
  mad.lo.u32 %r4, %r4, 1664525, 1013904223;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, 6;
  @%p1 bra L;
)";

/// Requests wait for credits, of which senders learn a latency later, whenever the quantum ends.
TEST(Invariant, TheQuantumDoesNotShowWhereCreditsAreFew) {
  for (const std::uint32_t credits : {1u, 3u, 16u}) {
    for (const std::uint32_t queue : {1u, 4u, 8u}) {
      const auto taken = [&](std::uint32_t quantum) {
        auto machine = four_sms();
        machine.control.quantum = quantum;
        machine.control.control_latency = 16;
        machine.interconnect.credits = credits;
        machine.load_store.injection_queue = queue;
        Rig rig(machine);
        return named_values_of(rig.run_body(kScattered, {16}, {128}));
      };
      const auto alone = taken(1);
      for (const std::uint32_t quantum : {3u, 7u, 15u, 16u})
        EXPECT_EQ(taken(quantum), alone) << credits << ' ' << queue << ' ' << quantum;
    }
  }
}

// All clocks are the core's: nothing but the launch itself says who is first where schedulers meet.
TEST(Invariant, ALaunchTakesAsLongWheneverItBegins) {
  std::vector<Cycle> cycles;
  for (const Cycle begin : {0u, 1u, 2u, 3u, 16u}) {
    auto machine = one_slice();
    machine.sm.schedulers = 3;
    Rig rig(machine);
    rig.gpu().advance(begin);
    cycles.push_back(duration(rig.run_body(kMixed, {8}, {128})));
  }
  EXPECT_EQ(cycles, std::vector<Cycle>(cycles.size(), cycles.front()));
}

TEST(Invariant, ARunCanBeRepeatedAndSharesNothingWithAnother) {
  Rig first(four_sms()), second(four_sms());
  const auto a = first.run_body(kMixed, {40}, {128});
  const auto b = second.run_body(kMixed, {40}, {128});
  EXPECT_EQ(duration(a), duration(b));
  EXPECT_EQ(a.stalls.cycles, b.stalls.cycles);
  EXPECT_EQ(first.read<std::uint32_t>(4096), second.read<std::uint32_t>(4096));
}

TEST(Invariant, HostThreadsDoNotShow) {
  // The fault of a later SM comes in the same quantum: who is told of must not depend on threads.
  const auto outcome = [](unsigned host_threads) {
    auto machine = four_sms();
    machine.dram.channels = 3;
    Rig rig(machine, {}, host_threads);
    const auto counters = rig.run_body(kMixed, {40}, {128});
    std::string fault;
    try {
      rig.run_body("st.global.u32 [64], %r1;", {4}, {32});
    } catch (const exec::ExecutionFault& error) {
      fault = error.what();
    }
    EXPECT_NE(fault, "");
    const auto memory = rig.read<std::uint32_t>(Rig::kBufferBytes / 4);
    return std::tuple(named_values_of(counters), memory, fault);
  };
  const auto alone = outcome(1);
  EXPECT_EQ(outcome(2), alone);
  EXPECT_EQ(outcome(3), alone);
  EXPECT_EQ(outcome(4), alone);
}

TEST(Invariant, EverySchedulerComputesTheSame) {
  std::vector<std::uint32_t> expected;
  for (const auto* scheduler : {"lrr", "gto", "oldest"}) {
    Rig rig(four_sms(), {.warp_scheduler = scheduler});
    rig.run_body(kMixed, {40}, {128});
    const auto memory = rig.read<std::uint32_t>(Rig::kBufferBytes / 4);
    if (expected.empty()) expected = memory;
    EXPECT_EQ(memory, expected) << scheduler;
  }
}

TEST(Invariant, MoreBlocksThanFitAreAllRun) {
  auto machine = small_machine();
  machine.sm.blocks = 2;
  Rig rig(machine);
  const auto counters = rig.run_body("  atom.global.add.u32 %r13, [%rd1], 1;\n", {100}, {32});
  EXPECT_EQ(counters.kernel.blocks, 100u);
  EXPECT_EQ(rig.read<std::uint32_t>(1)[0], 3200u);
}

TEST(Watchdog, NamesWhoWaitsAtABarrierThatNeverCompletes) {
  // 16 warps are expected; there is one.
  Rig rig;
  try {
    rig.run_body("  bar.sync 1, 512;\n");
    FAIL() << "the kernel cannot end";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("waits at a barrier"), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("test.ptx:"), std::string::npos) << error.what();
  }
}

TEST(Watchdog, NamesALockWithinAWarp) {
  auto machine = small_machine();
  machine.control.watchdog_cycles = 100'000;
  Rig rig(machine);
  // Lane by lane the lock is taken, but the loop ends only when all lanes have had it.
  const std::string spin = R"(
L:
  atom.global.cas.b32 %r1, [%rd1], 0, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra L;
  mov.u32 %r2, 0;
  st.volatile.global.u32 [%rd1], %r2;
)";
  try {
    rig.run_body(spin);
    FAIL() << "the kernel cannot end";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("lock"), std::string::npos) << error.what();
  }
}

/// What a run with the first reply from memory lost ends with.
std::string fault_of_a_lost_reply(const std::string& body, Dim3 block) {
  auto machine = small_machine();
  machine.sm.schedulers = 1;  // the first warp's load is the first
  machine.control.watchdog_cycles = 20'000;
  Rig rig(machine);
  rig.gpu().faults().lose_reply(0, 1);
  try {
    rig.run_body(body, {}, block);
  } catch (const Error& error) {
    return error.what();
  }
  return "it ended";
}

TEST(Watchdog, NamesWhoWaitsForAReplyThatIsLost) {
  const std::string fault = fault_of_a_lost_reply(
      "  ld.global.u32 %r1, [%rd1];\n  add.u32 %r1, %r1, 1;\n  st.global.u32 [%rd1], %r1;\n", {32});
  EXPECT_NE(fault.find("a reply from memory is lost"), std::string::npos) << fault;
  EXPECT_NE(fault.find("warp 0 waits for a result from memory at test.ptx:"), std::string::npos)
      << fault;
}

// The first warp would set the flag that the second reads for ever.
TEST(Watchdog, NamesWhoWaitsForALostReplyWhileOthersSpin) {
  const std::string fault = fault_of_a_lost_reply(R"(
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 32;
  @!%p1 bra L;
  ld.global.u32 %r2, [%rd1+4096];
  add.u32 %r2, %r2, 1;
  st.volatile.global.u32 [%rd1], %r2;
  bra M;
L:
  ld.volatile.global.u32 %r3, [%rd1];
  setp.eq.u32 %p2, %r3, 0;
  @%p2 bra L;
M:
)",
                                                  {64});
  EXPECT_NE(fault.find("warp 0 waits for a result from memory at test.ptx:"), std::string::npos)
      << fault;
  EXPECT_NE(fault.find("warp 1 "), std::string::npos) << fault;
}

// One thread reads a long volatile array: it stores nothing for long, and gets on all the time.
TEST(Watchdog, LeavesALongReadAlone) {
  auto machine = small_machine();
  machine.control.watchdog_cycles = 20'000;
  Rig rig(machine);
  const auto counters = rig.run_body(R"(
  mov.u32 %r1, 0;
L:
  ld.volatile.global.u32 %r2, [%rd1];
  add.u32 %r3, %r3, %r2;
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, 1000;
  @%p1 bra L;
  st.global.u32 [%rd1+4], %r1;
)",
                                     {}, {1});
  EXPECT_GT(duration(counters), 3 * machine.control.watchdog_cycles);
  EXPECT_EQ(rig.read<std::uint32_t>(2).back(), 1000u);
}

// The warps have long been seen to spin when the host stores what they wait for. Progress is looked
// at each quarter of the limit, which is sooner than they can read it.
TEST(Watchdog, LeavesWarpsAloneThatTheHostLetsGo) {
  auto machine = small_machine();
  machine.control.watchdog_cycles = 4000;
  machine.l2.slice.hit_latency = 1500;
  Rig rig(machine);
  const auto number = rig.start(kernel(R"(
L:
  ld.volatile.global.u32 %r1, [%rd1];
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra L;
  st.global.u32 [%rd1+4], %r1;
)"),
                                {}, {64});
  rig.gpu().advance(20 * machine.control.watchdog_cycles, false);
  const std::uint32_t flag = 7;
  rig.image().write(rig.buffer(), &flag, sizeof flag);
  rig.finish(number);
  EXPECT_EQ(rig.read<std::uint32_t>(2).back(), 7u);
}

}  // namespace
}  // namespace heddle::test
