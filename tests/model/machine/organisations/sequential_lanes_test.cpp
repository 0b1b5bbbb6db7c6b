// One instruction at a time, whatever its kind, or pipelines that overlap: rates against closed
// forms, for warps that lie side by side and for lanes that take whole warps.

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "clocked.hpp"
#include "closed_form.hpp"
#include "organisation.hpp"

namespace heddle::test {
namespace {

using core::UnitKind;
using isa::OpClass;

/// Eight threads a cycle, two of special functions, one instruction a cycle, 32 warps.
gpu::MachineSpec eight_wide(unsigned scalar_units = 0) {
  auto machine = plain_machine();
  machine.sm.warps = 32;
  machine.sm.threads = 1024;
  machine.load_store.shared_banks = 32;
  unit(machine, UnitKind::sp) = {1, 8};
  unit(machine, UnitKind::sfu) = {1, 2};
  unit(machine, UnitKind::memory) = {1, 8};
  unit(machine, UnitKind::scalar).count = scalar_units;
  return machine;
}

struct Program {
  std::string begin, round, end;
  bool scalars = false;
};

/// Cycles of a round in the long run.
double cycles_of_round(const gpu::MachineSpec& machine, const gpu::PolicyChoice& choice,
                       const Program& program, unsigned warps) {
  constexpr unsigned kFew = 8, kMany = 24;
  const auto time = [&](unsigned rounds) {
    Rig rig(machine, choice);
    if (program.scalars) rig.use_scalars();
    return static_cast<double>(duration(rig.run_body(
        program.begin + repeat(rounds, program.round) + program.end, {}, {warps * 32})));
  };
  return (time(kMany) - time(kFew)) / (kMany - kFew);
}

gpu::PolicyChoice side_by_side() { return organised("spatial", {}); }
gpu::PolicyChoice one_by_one() { return organised("spatial", {{"sequential", 1}}); }
gpu::PolicyChoice overlapping() { return organised("temporal", {{"overlap", 1}}); }

/// Sines and then additions, all of them independent of each other.
Program sines_and_additions(unsigned sines, unsigned additions) {
  Program program{.begin = kFloats, .round = {}, .end = kStoreFloats};
  for (unsigned i = 0; i < sines; ++i)
    program.round += fmt::format("  sin.approx.f32 %f{0}, %f{0};\n", kFirst + i);
  for (unsigned i = 0; i < additions; ++i)
    program.round += fmt::format("  add.f32 %f{0}, %f{0}, 0f3F800000;\n", kFirst + sines + i);
  return program;
}

// A warp takes 32 / 8 cycles for an addition and 32 / 2 for a sine. Side by side the longer of both
// counts; one after the other both do. Text 3.1: warps of 32 are sequenced onto an 8-wide datapath
// over four cycles; 3.3: such a GPU needs an instruction every four cycles.
TEST(SequentialLanes, AWarpCostsTheSumOverKinds) {
  const ClosedForm beside{"cycles of A additions and S sines of 8 warps, side by side",
                          "8 x max(4 A, 16 S)"};
  const ClosedForm after{"cycles of A additions and S sines of 8 warps, one after the other",
                         "8 x (4 A + 16 S)"};
  for (const auto& [sines, additions] : {std::pair{1u, 8u}, {2u, 4u}, {0u, 8u}}) {
    const Program program = sines_and_additions(sines, additions);
    const std::string what = fmt::format("{} additions, {} sines", additions, sines);
    const double longest = std::max(4.0 * additions, 16.0 * sines);
    beside.expect(what, 8 * longest, cycles_of_round(eight_wide(), side_by_side(), program, 8));
    after.expect(what, 8 * (4.0 * additions + 16.0 * sines),
                 cycles_of_round(eight_wide(), one_by_one(), program, 8));
  }
}

// Threads that are not active save nothing: all lanes are held.
TEST(SequentialLanes, InactiveThreadsCostAsMuch) {
  Program program = sines_and_additions(0, 8);
  program.round = "  @%p1 " + program.round.substr(2);
  program.begin = "  mov.u32 %r1, %tid.x;\n  setp.lt.u32 %p1, %r1, 1;\n" + program.begin;
  EXPECT_EQ(cycles_of_round(eight_wide(), one_by_one(), program, 8), 8 * 8 * 4);
}

/// Turns of a loop of an addition, a comparison and a branch.
double cycles_of_turn(const gpu::PolicyChoice& choice, unsigned warps, unsigned threads,
                      bool scalars = false) {
  constexpr unsigned kFew = 20, kMany = 60;
  const auto time = [&](unsigned turns) {
    const std::string count = scalars ? "%ctaid.x" : "%tid.x";
    Rig rig(eight_wide(), choice);
    if (scalars) rig.use_scalars();
    return static_cast<double>(duration(rig.run_body(
        fmt::format("  mov.u32 %r2, %tid.x;\n  and.b32 %r2, %r2, 31;\n  setp.ge.u32 %p2, %r2, {};\n"
                    "  @%p2 exit;\n  mov.u32 %r1, {};\n  mov.u32 %r3, {};\n  mad.lo.u32 %r3, %r1, "
                    "1, {};\nL:\n  add.u32 %r1, %r1, 1;\n  setp.lt.u32 %p1, %r1, %r3;\n"
                    "  @%p1 bra L;\n  st.global.u32 [%rd1], %r1;\n",
                    threads, count, turns, turns),
        {}, {warps * 32})));
  };
  return (time(kMany) - time(kFew)) / (kMany - kFew);
}

// A turn is three instructions of four cycles each. Side by side a branch takes no pipeline.
TEST(SequentialLanes, ABranchTakesAPassOfTheWarp) {
  const ClosedForm form{"cycles of a turn of two operations and a branch, 16 warps", "16 x 4 x 3"};
  form.expect("one after the other", 16 * 4 * 3, cycles_of_turn(one_by_one(), 16, 32));
  form.expect("one after the other, 3 threads", 16 * 4 * 3, cycles_of_turn(one_by_one(), 16, 3));
  EXPECT_LT(cycles_of_turn(side_by_side(), 16, 32), 16 * 4 * 2 + 16);
}

// Four warps in each of eight lanes of one thread a cycle. Text 3.2: a warp with two active threads
// utilizes one ALU for exactly two cycles; nothing is said of an exception for branches. Where a
// branch takes a cycle, the lane's next turn to be issued to comes at most eight cycles later.
TEST(SequentialLanes, ABranchOfALaneTakesACycleForEachActiveThread) {
  const auto by_threads = organised("temporal", {{"control_by_threads", 1}});
  const auto at_once = organised("temporal", {});
  const ClosedForm form{"cycles of a turn of two operations and a branch, 4 warps a lane",
                        "4 x (2 threads + cycles of the branch)"};
  form.expect("32 threads, by threads", 4 * 3 * 32, cycles_of_turn(by_threads, 32, 32));
  EXPECT_GE(cycles_of_turn(at_once, 32, 32), 4 * (2 * 32 + 1));
  EXPECT_LE(cycles_of_turn(at_once, 32, 32), 4 * (2 * 32 + 8));
  form.expect("12 threads, by threads", 4 * 3 * 12, cycles_of_turn(by_threads, 32, 12));
  const auto two_a_thread =
      organised("temporal", {{"control_by_threads", 1}, {"control_cycles", 2}});
  form.expect("12 threads, by threads, 2 cycles", 4 * 4 * 12, cycles_of_turn(two_a_thread, 32, 12));
  const auto groups = organised("spatio_temporal", {{"k", 4}, {"control_by_threads", 1}});
  form.expect("18 threads in groups of 4, 16 warps a lane", 16 * 3 * 5,
              cycles_of_turn(groups, 32, 18));
}

// All 32 threads ask whether they branch, and none does. With a guard that nobody passes an
// instruction of another kind takes one cycle.
TEST(SequentialLanes, ABranchThatNobodyTakesAsksAllActiveThreads) {
  const auto by_threads = organised("temporal", {{"control_by_threads", 1}});
  Program program{.begin = "  mov.u32 %r1, %tid.x;\n  setp.gt.u32 %p1, %r1, 5000;\n",
                  .round = repeat(4, "  @%p1 bra OUT;\n"),
                  .end = "OUT:\n  st.global.u32 [%rd1], %r1;\n"};
  EXPECT_EQ(cycles_of_round(eight_wide(), by_threads, program, 32), 4 * 4 * 32);
}

// Text 4.1: a scalar instruction is handled like one with a single active thread. 32 warps issue
// three instructions each in a turn, which is what is left.
TEST(SequentialLanes, ABranchOfScalarsIsOneThread) {
  const auto by_threads = organised("temporal", {{"control_by_threads", 1}});
  EXPECT_EQ(cycles_of_turn(by_threads, 32, 32, true), 32 * 3);
}

// Two additions of vectors and four of scalars: the scalar unit works beside the one pipeline. A
// scalar that issues as the pipeline is free delays it by a cycle; in the pipeline each of them
// would take a cycle.
TEST(SequentialLanes, TheScalarUnitStaysBesideThePipeline) {
  Program program;
  program.scalars = true;
  for (unsigned i = 10; i < 16; ++i) {
    const bool is_vector = i < 12;
    program.begin += fmt::format("  mov.u32 %r{}, {};\n", i, is_vector ? "%tid.x" : "%ctaid.y");
    program.round += fmt::format("  add.u32 %r{0}, %r{0}, %r1;\n", i);
    program.end += fmt::format("  st.global.u32 [%rd1], %r{};\n", i);
  }
  program.begin += "  mov.u32 %r1, %ctaid.x;\n";
  EXPECT_GE(cycles_of_round(eight_wide(1), one_by_one(), program, 8), 8 * 2 * 4);
  EXPECT_LT(cycles_of_round(eight_wide(1), one_by_one(), program, 8), 8 * (2 * 4 + 2));
  program.scalars = false;
  EXPECT_EQ(cycles_of_round(eight_wide(1), one_by_one(), program, 8), 8 * 6 * 4);
}

// A lane takes a cycle a thread for an addition and four for a sine: two units of sines serve eight
// lanes. One warp, whose instructions issue in order and wait in the lane's one register for their
// pipeline. Of one sine and four additions the pipelines work at once: 128 cycles. Of two sines and
// six additions the second sine waits in the register for the first one, 128 cycles, and the
// additions behind it; the last addition begins one cycle and 5 x 32 later, and a cycle after that
// the register takes the first sine of the next round: 128 + 1 + 160 + 1.
TEST(SequentialLanes, PipelinesOfALaneOverlapBehindOneInstructionRegister) {
  const ClosedForm form{"cycles of A additions and S sines of a warp in its lane",
                        "32 A + 128 S in sequence; by hand where pipelines overlap"};
  const auto sequential = organised("temporal", {});
  const Program few = sines_and_additions(1, 4), many = sines_and_additions(2, 6);
  form.expect("1 sine, 4 additions, in sequence", 128 + 4 * 32,
              cycles_of_round(eight_wide(), sequential, few, 1));
  form.expect("1 sine, 4 additions, overlapping", 128,
              cycles_of_round(eight_wide(), overlapping(), few, 1));
  form.expect("2 sines, 6 additions, in sequence", 2 * 128 + 6 * 32,
              cycles_of_round(eight_wide(), sequential, many, 1));
  form.expect("2 sines, 6 additions, overlapping", 128 + 1 + 5 * 32 + 1,
              cycles_of_round(eight_wide(), overlapping(), many, 1));
}

// The cosine waits in the register for the sine, 128 cycles, and its 32 threads enter four cycles
// apart. An addition follows as soon as it ends no earlier than they do: 127 cycles after the first
// of them entered, less 31, plus the latency of 100. Four cycles later the next round begins.
TEST(SequentialLanes, AResultComesAfterTheWaitInTheRegister) {
  Program program{.begin = "  cvt.rn.f32.u32 %f12, %tid.x;\n",
                  .round =
                      "  sin.approx.f32 %f10, %f12;\n  cos.approx.f32 %f11, %f12;\n"
                      "  add.f32 %f12, %f10, %f11;\n",
                  .end = "  st.global.f32 [%rd1], %f12;\n"};
  auto machine = eight_wide();
  timing(machine, OpClass::special).latency = 100;
  timing(machine, OpClass::float32).latency = 4;
  EXPECT_NEAR(cycles_of_round(machine, overlapping(), program, 1), 128 + 127 - 31 + 100 + 4, 2);
}

// Addresses take a cycle a thread, and so does an addition: 64 in sequence, 32 where they overlap.
// A lane's next access waits until shared memory has taken the last one.
TEST(SequentialLanes, AddressesAreMadeWhileALaneAdds) {
  const Program program{
      .begin =
          "  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, s;\n  mad.lo.u32 %r2, %r1, 4, %r2;\n"
          "  cvt.rn.f32.u32 %f10, %tid.x;\n",
      .round = "  st.shared.u32 [%r2], %r1;\n  add.f32 %f10, %f10, 0f3F800000;\n",
      .end = "  st.global.f32 [%rd1], %f10;\n"};
  EXPECT_EQ(cycles_of_round(eight_wide(), organised("temporal", {}), program, 1), 64);
  EXPECT_EQ(cycles_of_round(eight_wide(), overlapping(), program, 1), 32);
}

// Table IV and figure 5: with the branches of its loop a SIMT machine stays below eight threads a
// cycle where they take a pass.
TEST(SequentialLanes, NoRateExceedsTheLanes) {
  const double turn = cycles_of_turn(one_by_one(), 16, 32);
  EXPECT_LE(16 * 3 * 32 / turn, 8.0);
  EXPECT_GT(16 * 3 * 32 / cycles_of_turn(side_by_side(), 16, 32), 8.0);
}

}  // namespace
}  // namespace heddle::test
