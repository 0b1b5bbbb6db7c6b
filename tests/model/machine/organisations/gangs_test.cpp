// Variable warp sizing: what gangs fetch and issue, where they split, and where they meet again.
// Sources of the numbers: Rogers 2015, chapter 6, and closed forms.

#include <map>
#include <string>
#include <utility>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

gpu::PolicyChoice gangs(const Values& values = {}) { return organised("variable_warp", values); }
gpu::PolicyChoice elastic(Values values = {}) {
  values.emplace("reform_entities", 2);
  return gangs(values);
}
/// Merges whatever stands at one place when its warp has its turn.
gpu::PolicyChoice visited(Values values = {}) {
  values.emplace("reform_at", "visit");
  return elastic(values);
}
gpu::PolicyChoice fixed(unsigned width) { return organised("spatial", {{"width", width}}); }

std::uint64_t fetches(const std::string& body, const gpu::PolicyChoice& choice, Dim3 block = {32}) {
  Rig rig(sliced(), choice);
  return rig.run_body(body, {}, block).kernel.fetch.fetches;
}

std::string adds(unsigned count) { return repeat(count, "  add.f32 %f1, %f1, %f2;\n"); }
/// What has been added is needed.
const std::string kStoreFloat = "  st.global.f32 [%rd1], %f1;\n";

/// What `count` instructions more cost in fetches.
std::uint64_t fetches_of_line(unsigned count, const gpu::PolicyChoice& choice) {
  return fetches(adds(10 + count) + kStoreFloat, choice) - fetches(adds(10) + kStoreFloat, choice);
}

/// And what they cost in energy of the front end, in joules.
double front_end_energy_of_line(unsigned count, const gpu::PolicyChoice& choice) {
  const auto energy = [&](unsigned adds_of_line) {
    Rig rig(sliced(), choice);
    return rig.run_body(adds(adds_of_line) + kStoreFloat, {}, {32})
        .energy.of(energy::Component::fetch_decode);
  };
  return energy(10 + count) - energy(10);
}

TEST(Gangs, AnInstructionIsDecodedOnceAGang) {
  const double once = front_end_energy_of_line(40, fixed(32));
  EXPECT_GT(once, 0);
  EXPECT_NEAR(front_end_energy_of_line(40, gangs()) / once, 1, 1e-3);
  EXPECT_NEAR(front_end_energy_of_line(40, gangs({{"base_width", 8}})) / once, 1, 1e-3);
  EXPECT_NEAR(front_end_energy_of_line(40, fixed(4)) / once, 8, 1e-2);
}

TEST(Gangs, AStraightLineIsFetchedOnceAWarp) {
  EXPECT_EQ(fetches_of_line(40, fixed(32)), 40u);
  EXPECT_EQ(fetches_of_line(40, gangs()), 40u);
  EXPECT_EQ(fetches_of_line(40, elastic()), 40u);
  EXPECT_EQ(fetches_of_line(40, gangs({{"base_width", 8}})), 40u);
  EXPECT_EQ(fetches_of_line(40, gangs({{"form_gangs", 0}})), 8 * 40u);
  EXPECT_EQ(fetches_of_line(40, fixed(4)), 8 * 40u);
  EXPECT_EQ(fetches_of_line(40, fixed(8)), 4 * 40u);
}

/// Every thread has a word of its own at %rd3.
const std::string kOwnWord =
    "  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd2, %r1, 4;\n  add.u64 %rd3, %rd1, %rd2;\n";

/// An atomic of each thread on a word of its own: one packet a line, as of the undivided warp.
TEST(Gangs, AnAtomicIsOneAccess) {
  for (const std::string atomic :
       {"atom.global.add.u32 %r9, [%rd3], 1;", "red.global.add.u32 [%rd3], 1;"}) {
    const std::string body = kOwnWord + "  " + atomic + "\n" + kStoreFloat;
    const auto of_gang = Rig(sliced(), gangs()).run_body(body, {}, {256});
    const auto undivided = Rig(sliced(), fixed(32)).run_body(body, {}, {256});
    EXPECT_EQ(of_gang.kernel.l1.atomics, 8u) << atomic;
    EXPECT_EQ(of_gang.kernel.global_accesses, 16u) << atomic;
    EXPECT_EQ(of_gang.kernel.l1.atomics, undivided.kernel.l1.atomics) << atomic;
  }
}

/// The old values come to the threads whose they are, whoever issues with whom.
TEST(Gangs, AnAtomicReturnsEachThreadsOldValue) {
  const std::string body = kOwnWord + R"(
  st.global.u32 [%rd3], %r1;
  membar.gl;
  atom.global.add.u32 %r9, [%rd3], 1000;
  add.u32 %r9, %r9, 7;
  st.global.u32 [%rd3], %r9;)";
  for (const auto& choice : {gangs(), elastic(), fixed(4), fixed(32)}) {
    Rig rig(sliced(), choice);
    rig.run_body(body, {}, {256});
    const auto words = rig.read<std::uint32_t>(256);
    for (std::uint32_t i = 0; i < 256; ++i) EXPECT_EQ(words[i], i + 7) << i;
  }
}

TEST(Gangs, ACoalescedLoadIsOneAccess) {
  Rig rig(sliced(), gangs());
  const auto counters = rig.run_body(kOwnWord + "  ld.global.f32 %f1, [%rd3];\n" + kStoreFloat);
  EXPECT_EQ(counters.kernel.global_accesses, 2u) << "and a store";
  EXPECT_EQ(counters.kernel.global_transactions, 2u);
}

/// Slices 0 to 3 run `a` additions, slices 4 to 7 `b`; then all meet at a barrier and run `c`.
std::string halves(unsigned a, unsigned b, unsigned c) {
  return "  mov.u32 %r1, %tid.x;\n  and.b32 %r1, %r1, 31;\n  setp.lt.u32 %p1, %r1, 16;\n"
         "  @%p1 bra A;\n" +
         adds(b) + "  bra J;\nA:\n" + adds(a) + "J:\n  bar.sync 0;\n" + adds(c) + kStoreFloat;
}

/// Fetches of instructions behind the barrier.
std::uint64_t fetches_behind_barrier(const gpu::PolicyChoice& choice, unsigned a, unsigned b) {
  return fetches(halves(a, b, 60), choice) - fetches(halves(a, b, 20), choice);
}

TEST(Gangs, WhatHasSplitStaysApartUnlessItIsMerged) {
  for (const auto& [a, b] : {std::pair{5u, 30u}, std::pair{30u, 5u}}) {
    EXPECT_EQ(fetches_behind_barrier(gangs(), a, b), 2 * 40u);
    EXPECT_EQ(fetches_behind_barrier(elastic(), a, b), 40u);
    EXPECT_EQ(fetches_behind_barrier(visited(), a, b), 40u);
    EXPECT_EQ(fetches_behind_barrier(visited({{"reform_visits_all", 1}}), a, b), 40u);
    EXPECT_EQ(fetches_behind_barrier(fixed(4), a, b), 8 * 40u);
    EXPECT_EQ(fetches_behind_barrier(fixed(32), a, b), 40u);
  }
}

/// Fetches of the program if its block leaves the SM in that cycle and comes back; 0: it stays.
std::uint64_t fetches_with_stop(const std::string& body, const gpu::PolicyChoice& choice,
                                Cycle stop) {
  Rig rig(sliced(), choice);
  const std::uint64_t number = rig.start(kernel(body), {}, {32});
  if (stop != 0) {
    rig.gpu().advance(stop);
    EXPECT_TRUE(rig.gpu().stop_block(0, 0, 100));
  }
  const std::uint64_t fetches = rig.finish(number).kernel.fetch.fetches;
  EXPECT_EQ(rig.gpu().status(number).blocks_saved, stop != 0 ? 1u : 0u);
  return fetches;
}

// The block leaves in the middle of a line of additions, which issue one after the other. What
// gangs have come there fetch the rest of the line, too. Each of them fetches anew what it has in
// its buffer, and so may have fetched two instructions more, and one that was on its way.
TEST(Gangs, WhatIsApartComesBackApart) {
  const std::string body = halves(5, 30, 400);
  const Cycle middle = duration(Rig(sliced(), gangs()).run_body(body, {}, {32})) / 2;
  const std::map<std::string, std::pair<gpu::PolicyChoice, unsigned>> choices = {
      {"apart for good", {gangs(), 2}},
      {"merged on arrival", {elastic(), 1}},
      {"merged by visits", {visited(), 1}},
      {"never ganged", {gangs({{"form_gangs", 0}}), 8}}};
  for (const auto& [name, choice] : choices) {
    const std::uint64_t stays = fetches_with_stop(body, choice.first, 0);
    const std::uint64_t leaves = fetches_with_stop(body, choice.first, middle);
    EXPECT_GE(stays, choice.second * 400u) << name;
    EXPECT_GE(leaves, stays) << name;
    EXPECT_LE(leaves, stays + 3 * choice.second) << name;
  }
}

TEST(Gangs, TheMergeAtABarrierPrecedesTheFetch) {
  // The store and the exit behind the barrier are fetched once by the whole gang, and twice by two.
  const std::uint64_t apart = fetches(halves(5, 30, 20), gangs());
  EXPECT_EQ(apart - fetches(halves(5, 30, 20), elastic()), 20u + 2u);
  EXPECT_EQ(apart - fetches(halves(5, 30, 20), visited()), 20u + 2u);
  const std::uint64_t in_turn =
      apart - fetches(halves(5, 30, 20), visited({{"reform_visits_all", 1}}));
  EXPECT_LE(in_turn, 20u + 2u);
  // Of each half what is in its buffer, and what issues until the context's turn comes.
  const gpu::MachineSpec machine = sliced();
  const auto latency = machine.execution.timing(isa::OpClass::float32).latency;
  EXPECT_GE(in_turn, 20u - machine.sm.warps / latency);
}

/// Four pairs of slices go four ways and meet at a barrier, behind which `count` additions follow.
std::string quarters(unsigned count) {
  return "  mov.u32 %r1, %tid.x;\n  shr.u32 %r2, %r1, 3;\n  setp.eq.u32 %p1, %r2, 0;\n"
         "  setp.eq.u32 %p2, %r2, 1;\n  setp.eq.u32 %p3, %r2, 2;\n  @%p1 bra J;\n" +
         adds(3) + "  @%p2 bra J;\n" + adds(3) + "  @%p3 bra J;\n" + adds(3) +
         "J:\n  bar.sync 0;\n" + adds(count) + kStoreFloat;
}

TEST(Gangs, AllThatArriveInACycleAreMergedWhereTheSettingSaysSo) {
  const auto behind = [](const gpu::PolicyChoice& choice) {
    return fetches(quarters(60), choice) - fetches(quarters(20), choice);
  };
  EXPECT_EQ(behind(gangs({{"gangs_per_cycle", 4}})), 4 * 40u);
  EXPECT_EQ(behind(elastic({{"reform_entities", 8}})), 40u);
  EXPECT_EQ(behind(visited({{"reform_entities", 8}})), 40u);
}

/// The lower half of the warp loads from a line that the L1 has, the upper from one that it has
/// not; then all execute `count` additions, of which each needs the one before.
std::string hit_and_miss(unsigned count) {
  return "  mov.u32 %r1, %tid.x;\n  setp.lt.u32 %p1, %r1, 16;\n  mov.u64 %rd2, 4096;\n"
         "  mov.u64 %rd3, 65536;\n  selp.b64 %rd4, %rd2, %rd3, %p1;\n"
         "  add.u64 %rd4, %rd4, %rd1;\n  ld.global.f32 %f1, [%rd1+4096];\n" +
         adds(1) + "  ld.global.f32 %f3, [%rd4];\n  add.f32 %f1, %f1, %f3;\n" + adds(count) +
         kStoreFloat;
}

// The half with its data is ahead by the time of a miss for good: it is never at an instruction in
// the cycle in which the other half comes to it. By visits the halves, which stand at one place
// while the other waits, are merged at once.
TEST(Gangs, WhatMemoryHasSplitArrivesInDifferentCycles) {
  const auto behind = [](const gpu::PolicyChoice& choice) {
    return fetches(hit_and_miss(60), choice) - fetches(hit_and_miss(20), choice);
  };
  EXPECT_EQ(behind(elastic()), 40u);
  EXPECT_EQ(behind(gangs({{"split_memory", "group"}})), 2 * 40u);
  EXPECT_EQ(behind(elastic({{"split_memory", "group"}})), 2 * 40u);
  EXPECT_EQ(behind(visited({{"split_memory", "group"}})), 40u);
  EXPECT_EQ(behind(gangs({{"split_memory", "impatient"}})), 8 * 40u);
  EXPECT_GE(behind(elastic({{"split_memory", "impatient"}})), 2 * 40u);
  EXPECT_EQ(behind(visited({{"split_memory", "impatient"}, {"reform_entities", 8}})), 40u);
}

/// Cycles of `n` independent additions of the lower and the upper half of a warp, apart.
Cycle cycles_of_halves(const gpu::PolicyChoice& choice, unsigned n) {
  std::string independent, sum;
  for (unsigned i = 0; i < n; ++i)
    independent += fmt::format("  add.f32 %f{0}, %f{0}, %f2;\n", 10 + i % 20);
  for (unsigned i = 0; i < 20; ++i) sum += fmt::format("  add.f32 %f1, %f1, %f{};\n", 10 + i);
  const std::string text =
      "  mov.u32 %r1, %tid.x;\n  and.b32 %r1, %r1, 31;\n  setp.lt.u32 %p1, %r1, 16;\n"
      "  @%p1 bra A;\n" +
      independent + "  bra J;\nA:\n" + independent + "J:\n" + sum + kStoreFloat;
  gpu::MachineSpec machine = sliced();
  machine.execution.units[static_cast<std::size_t>(core::UnitKind::sp)] = {1, 32};
  for (auto& timing : machine.execution.operations) timing.initiation = 1;
  machine.sm.register_banks = 64;
  machine.sm.result_buses = 0;
  Rig rig(machine, choice);
  return duration(rig.run_body(text, {}, {32}));
}

TEST(Gangs, TwoGangsOfOneWarpIssueInOneCycle) {
  const auto slope = [](unsigned per_cycle) {
    const auto choice = gangs({{"gangs_per_cycle", per_cycle}});
    return (cycles_of_halves(choice, 220) - cycles_of_halves(choice, 20)) / 200.0;
  };
  EXPECT_NEAR(slope(2), 1, 0.02) << "32 lanes in a cycle";
  EXPECT_NEAR(slope(1), 2, 0.02) << "16 lanes in a cycle";
}

TEST(Gangs, WithoutDivergenceTheyTakeTheTimeOfWideWarps) {
  const std::string body = kOwnWord + "  ld.global.f32 %f2, [%rd3];\n" + adds(30) +
                           "  st.global.f32 [%rd3], %f1;\n  bar.sync 0;\n" +
                           "  ld.global.f32 %f3, [%rd3];\n  add.f32 %f1, %f1, %f3;\n";
  const auto time = [&](const gpu::PolicyChoice& choice) {
    Rig rig(sliced(), choice);
    return duration(rig.run_body(body, {4}, {128}));
  };
  const Cycle wide = time(fixed(32));
  EXPECT_EQ(time(gangs({{"gangs_per_cycle", 1}})), wide);
  EXPECT_EQ(time(elastic({{"gangs_per_cycle", 1}})), wide);
}

TEST(Gangs, SettingsWithoutEffectAreRefused) {
  const auto refused = [](const Values& values, const std::string& fix) {
    try {
      Rig rig(sliced(), gangs(values));
      FAIL() << fix;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(fix), std::string::npos) << error.what();
    }
  };
  refused({{"reform_entities", 2}, {"reform_visits_all", 1}},
          "set organisation.variable_warp.reform_at=visit");
  refused({{"reform_at", "visit"}}, "set organisation.variable_warp.reform_entities=2");
}

TEST(Gangs, WithoutGangsTheyTakeTheTimeOfNarrowWarps) {
  const std::string body = halves(5, 30, 20);
  const auto time = [&](const gpu::PolicyChoice& choice) {
    Rig rig(sliced(), choice);
    return duration(rig.run_body(body, {4}, {128}));
  };
  EXPECT_EQ(time(gangs({{"form_gangs", 0}})), time(fixed(4)));
  EXPECT_EQ(time(gangs({{"form_gangs", 0}, {"base_width", 8}})), time(fixed(8)));
}

}  // namespace
}  // namespace heddle::test
