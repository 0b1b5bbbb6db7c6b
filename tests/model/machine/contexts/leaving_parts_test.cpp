// Blocks leave at preemption points while parts of their warps wait for each other: random programs
// of shuffles, votes, barriers and unequal loops compute what the host computes.

#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "expect_output.hpp"
#include "organisation.hpp"
#include "taken_sm.hpp"

namespace heddle::test {
namespace {

constexpr unsigned kSplitBlocks = 6, kBlockThreads = 96, kSplitRounds = 4;
using Words = std::vector<std::uint32_t>;  ///< %r6 of each thread of a block

/// A step of the program: what it is in PTX, and what it makes of the values of a block.
struct Step {
  std::string text;
  std::function<void(Words&, unsigned round)> apply;
};

std::uint32_t of_lane(const Words& before, unsigned thread, unsigned lane) {
  return before[thread / 32 * 32 + lane];
}

/// Lanes go round a loop a different number of times.
Step unequal_turns(unsigned number, unsigned factor, unsigned most) {
  return {fmt::format(R"(
  mad.lo.u32 %r8, %r5, {1}, %r7;
  rem.u32 %r8, %r8, {2};
TURN{0}:
  setp.eq.u32 %p1, %r8, 0;
  @%p1 bra DONE{0};
  mad.lo.u32 %r6, %r6, 5, 1;
  sub.u32 %r8, %r8, 1;
  bra TURN{0};
DONE{0}:
)",
                      number, factor, most),
          [=](Words& values, unsigned round) {
            for (unsigned i = 0; i < kBlockThreads; ++i)
              for (unsigned turn = (i % 32 * factor + round) % most; turn != 0; --turn)
                values[i] = values[i] * 5 + 1;
          }};
}

/// Some lanes take one way, others the other.
Step two_ways(unsigned number, unsigned bit) {
  return {fmt::format(R"(
  and.b32 %r8, %r5, {1};
  setp.eq.u32 %p1, %r8, 0;
  @%p1 bra ELSE{0};
  xor.b32 %r6, %r6, 77;
  bra JOIN{0};
ELSE{0}:
  mad.lo.u32 %r6, %r6, 3, 11;
JOIN{0}:
)",
                      number, bit),
          [=](Words& values, unsigned) {
            for (unsigned i = 0; i < kBlockThreads; ++i)
              values[i] = (i & bit) != 0 ? values[i] ^ 77 : values[i] * 3 + 11;
          }};
}

/// Lanes add the value of another lane; of the whole warp, or of their half of it alone.
Step butterfly(unsigned distance, bool by_half) {
  return {fmt::format("  shfl.sync.bfly.b32 %r9, %r6, {}, 31, {};\n  add.u32 %r6, %r6, %r9;\n",
                      distance, by_half ? "%r13" : "-1"),
          [=](Words& values, unsigned) {
            const Words before = values;
            for (unsigned i = 0; i < kBlockThreads; ++i)
              values[i] += of_lane(before, i, i % 32 ^ distance);
          }};
}

Step from_one_lane(unsigned lane) {
  return {fmt::format("  shfl.sync.idx.b32 %r9, %r6, {}, 31, -1;\n  mad.lo.u32 %r6, %r6, 3, %r9;\n",
                      lane),
          [=](Words& values, unsigned) {
            const Words before = values;
            for (unsigned i = 0; i < kBlockThreads; ++i)
              values[i] = before[i] * 3 + of_lane(before, i, lane);
          }};
}

Step ballot() {
  return {R"(
  and.b32 %r8, %r6, 1;
  setp.ne.u32 %p1, %r8, 0;
  vote.sync.ballot.b32 %r9, %p1, -1;
  add.u32 %r6, %r6, %r9;
)",
          [](Words& values, unsigned) {
            const Words before = values;
            for (unsigned i = 0; i < kBlockThreads; ++i)
              for (unsigned lane = 0; lane < 32; ++lane)
                values[i] += (of_lane(before, i, lane) & 1) << lane;
          }};
}

/// Threads hand their value to the next one of the block.
Step exchange() {
  return {R"(
  st.shared.u32 [%r10], %r6;
  bar.sync 0;
  ld.shared.u32 %r9, [%r11];
  mad.lo.u32 %r6, %r6, 7, %r9;
  bar.sync 0;
)",
          [](Words& values, unsigned) {
            const Words before = values;
            for (unsigned i = 0; i < kBlockThreads; ++i)
              values[i] = before[i] * 7 + before[(i + 1) % kBlockThreads];
          }};
}

Step random_step(std::mt19937& random, unsigned number) {
  const auto below = [&](std::uint32_t bound) { return random() % bound; };
  switch (below(7)) {
    case 0:
    case 1:
      return unequal_turns(number, 1 + below(9), 2 + below(7));
    case 2:
      return two_ways(number, 1u << below(5));
    case 3:
      return butterfly(1u << below(5), false);
    case 4:
      return butterfly(1u << below(4), true);
    case 5:
      return below(2) == 0 ? from_one_lane(below(32)) : ballot();
    default:
      return exchange();
  }
}

/// %r5 is the lane, %r6 the value, %r7 the round, %r10 and %r11 the thread's word of shared memory
/// and the next one's, %r13 the lanes of its half of the warp.
PreemptedProgram random_program(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Step> steps;
  // Each has a loop with shuffles behind it, where parts wait for those that are in the loop.
  steps.push_back(unequal_turns(0, 7, 5));
  steps.push_back(butterfly(16, false));
  for (unsigned number = 1; number <= 8; ++number) steps.push_back(random_step(random, number));
  std::string body = R"(
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r1, %ctaid.x, 96, %r2;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd1, %rd2;
  and.b32 %r5, %r2, 31;
  mov.u32 %r10, s;
  add.u32 %r11, %r2, 1;
  rem.u32 %r11, %r11, 96;
  mad.lo.u32 %r11, %r11, 4, %r10;
  mad.lo.u32 %r10, %r2, 4, %r10;
  setp.lt.u32 %p1, %r5, 16;
  selp.b32 %r13, 65535, -65536, %p1;
  mov.u32 %r6, %r1;
  mov.u32 %r7, 0;
ROUND:
)";
  for (const Step& step : steps) body += step.text;
  body += fmt::format(R"(
  add.u32 %r7, %r7, 1;
  setp.lt.u32 %p2, %r7, {};
  @%p2 bra ROUND;
  st.global.u32 [%rd2], %r6;
)",
                      kSplitRounds);
  PreemptedProgram program{fmt::format("random program {}", seed),
                           kernel(body),
                           {kSplitBlocks},
                           {kBlockThreads},
                           {},
                           {}};
  for (unsigned block = 0; block < kSplitBlocks; ++block) {
    Words values(kBlockThreads);
    for (unsigned i = 0; i < kBlockThreads; ++i) values[i] = block * kBlockThreads + i;
    for (unsigned round = 0; round < kSplitRounds; ++round)
      for (const Step& step : steps) step.apply(values, round);
    program.threads.insert(program.threads.end(), values.begin(), values.end());
  }
  return program;
}

/// Signals come often. Under `inplace` they say what the SM is wanted for, so that something stays.
gpu::PolicyChoice taken_often(gpu::PolicyChoice organisation, const std::string& method) {
  Values values = {{"period", 250}};
  if (method == "inplace")
    values.insert(
        {{"incoming_blocks", 1}, {"incoming_registers", 16000}, {"incoming_shared_bytes", 256}});
  const auto set = set_of("preemption_trigger.periodic", values);
  organisation.preemption = method;
  organisation.preemption_trigger = "periodic";
  organisation.configure = [first = organisation.configure, set](const std::string& prefix,
                                                                 const auto& describe) {
    if (first) first(prefix, describe);
    set(prefix, describe);
  };
  return organisation;
}

void compute_the_same(const gpu::PolicyChoice& organisation, gpu::MachineSpec machine,
                      const std::string& method, const std::string& name) {
  machine.sm.count = 2;
  machine.sm.blocks = 2;
  std::uint64_t saved = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const PreemptedProgram program = random_program(seed);
    Rig rig(machine, taken_often(organisation, method));
    rig.annotate();
    Decisions decisions;
    rig.gpu().attach(decisions);
    rig.run(program.ptx, program.grid, program.block);
    expect_output(rig, program, name + " under " + method);
    for (const model::SmPreempted& signal : decisions.signals()) saved += signal.saved;
  }
  EXPECT_GT(saved, 10u) << name << " under " << method;
}

class LeavingParts : public testing::TestWithParam<std::string> {};

TEST_P(LeavingParts, ComputeTheSameOnEveryOrganisation) {
  for (const auto& [name, organisation] : every_organisation()) {
    // What stays in place needs one register file and blocks that leave whole.
    const bool has_places = name.starts_with("spatial ");
    if (GetParam() == "inplace" && !has_places) continue;
    compute_the_same(organisation, small_machine(), GetParam(), name);
  }
}

TEST_P(LeavingParts, ComputeTheSameInGangs) {
  for (const auto& [name, organisation] : every_ganging_organisation())
    compute_the_same(organisation, sliced(), GetParam(), name);
}

INSTANTIATE_TEST_SUITE_P(Methods, LeavingParts,
                         testing::Values("occup", "live", "live_cp", "select", "live_tbcp",
                                         "inplace"));

}  // namespace
}  // namespace heddle::test
