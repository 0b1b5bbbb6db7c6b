#include "heddle/exec/functional_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grid_rig.hpp"
#include "heddle/exec/float_environment.hpp"
#include "heddle/exec/step/fault.hpp"
#include "heddle/isa/system_call.hpp"

namespace heddle::exec {
namespace {

using isa::Op;
using isa::Space;
using isa::SpecialRegister;
using isa::Type;
using testing::HasSubstr;

TEST(FunctionalRun, RunsEveryThreadOfTheGrid) {
  ProgramBuilder b;
  add_global_index(b);
  b.store(Space::global, Type::u32, row(2), {row(0)});
  b.add(Op::exit);
  GridRig rig(b, {37, 1, 1}, {100, 1, 1});
  rig.image.allocate(3700 * 4);
  const FunctionalCounts counts = rig.run();
  for (std::uint32_t i = 0; i < 3700; ++i) ASSERT_EQ(rig.word(kOut + 4 * i), i);
  EXPECT_EQ(counts.blocks, 37u);
  EXPECT_EQ(counts.warp_instructions, 37u * 4 * 7);
  EXPECT_EQ(counts.thread_instructions, 3700u * 7);
  EXPECT_TRUE(counts.complete);
}

// Reverses each block's words through shared memory: a barrier between writing and reading.
TEST(FunctionalRun, BarriersOrderTheWarpsOfABlock) {
  ProgramBuilder b;
  add_global_index(b);
  b.read_special(row(5), SpecialRegister::tid_x);
  b.add(Op::mul_lo_b32, {row(6)}, {row(5), b.word(4)});
  b.store(Space::shared, Type::u32, row(6), {row(0)});
  b.add(Op::bar_sync, {}, {b.word(0)});
  b.add(Op::sub_b32, {row(6)}, {b.word(4 * 255), row(6)});
  b.load(Space::shared, Type::u32, {row(7)}, row(6));
  b.store(Space::global, Type::u32, row(2), {row(7)});
  b.add(Op::exit);
  for (const unsigned slice : {1u, 3u, 1000u}) {
    GridRig rig(b, {3, 1, 1}, {256, 1, 1}, 1024);
    rig.image.allocate(3 * 1024);
    rig.run({.resident_blocks = 2, .slice = slice});
    for (std::uint32_t i = 0; i < 768; ++i)
      ASSERT_EQ(rig.word(kOut + 4 * i), i / 256 * 256 + 255 - i % 256);
  }
}

TEST(FunctionalRun, BarrierReductionReachesEveryWarp) {
  ProgramBuilder b;
  add_global_index(b);
  b.add(Op::setp_u32, {predicate(1)}, {row(0), b.word(70)}).modifiers.compare = isa::Compare::lt;
  b.add(Op::bar_red_popc, {row(5)}, {b.word(0), {}, predicate(1)});
  b.store(Space::global, Type::u32, row(2), {row(5)});
  b.add(Op::exit);
  GridRig rig(b, {1, 1, 1}, {100, 1, 1});
  rig.image.allocate(400);
  rig.run();
  for (std::uint32_t i = 0; i < 100; ++i) ASSERT_EQ(rig.word(kOut + 4 * i), 70u);
}

TEST(FunctionalRun, TheTimerGoesOnWithTheInstructions) {
  ProgramBuilder b;
  b.read_special(row(0), SpecialRegister::globaltimer, Type::u64);
  b.add(Op::mov_b32, {row(2)}, {b.word(0)});
  b.read_special(row(4), SpecialRegister::globaltimer, Type::u64);
  b.store(Space::global, Type::u64, b.pair(kOut), {row(0)});
  b.store(Space::global, Type::u64, b.pair(kOut + 8), {row(4)});
  b.add(Op::exit);
  GridRig rig(b, {1, 1, 1}, {1, 1, 1});
  rig.image.allocate(16);
  rig.run({.first_nanosecond = 5'000'000'000});
  EXPECT_EQ(rig.word(kOut), 705'032'704u);  // 5e9 - 2^32
  EXPECT_EQ(rig.word(kOut + 4), 1u);
  EXPECT_EQ(rig.word(kOut + 8), 705'032'706u);
}

// The blocks take a ticket each; block i waits until the counter says that i - 1 has passed.
TEST(FunctionalRun, BlocksThatWaitForEachOtherProgressWhenResident) {
  ProgramBuilder b;
  b.read_special(row(0), SpecialRegister::ctaid_x);
  const Pc spin = b.here();
  b.load(Space::global, Type::u32, {row(1)}, b.pair(kOut));
  b.add(Op::setp_u32, {predicate(0)}, {row(1), row(0)}).modifiers.compare = isa::Compare::ne;
  b.branch(spin, spin + 3, 0);
  b.add(Op::add_b32, {row(1)}, {row(1), b.word(1)});
  b.store(Space::global, Type::u32, b.pair(kOut), {row(1)});
  b.add(Op::exit);
  GridRig rig(b, {8, 1, 1}, {32, 1, 1});
  rig.image.allocate(4);
  rig.run({.resident_blocks = 8, .slice = 5});
  EXPECT_EQ(rig.word(kOut), 8u);
}

TEST(FunctionalRun, LimitEndsAnEndlessProgram) {
  ProgramBuilder b;
  b.add(Op::add_b32, {row(0)}, {row(0), b.word(1)});
  b.branch(0, kNoPc);
  GridRig rig(b, {1, 1, 1}, {32, 1, 1});
  const FunctionalCounts counts = rig.run({.limit = 1000});
  EXPECT_FALSE(counts.complete);
  EXPECT_GE(counts.warp_instructions, 1000u);
}

TEST(FunctionalRun, DeadlockNamesWhoWaitsForWhat) {
  ProgramBuilder b;
  b.read_special(row(0), SpecialRegister::tid_x);
  b.add(Op::setp_u32, {predicate(0)}, {row(0), b.word(32)}).modifiers.compare = isa::Compare::lt;
  ProgramBuilder::guarded(b.add(Op::bar_sync, {}, {b.word(1), b.word(64)}), 0);
  b.add(Op::exit);
  GridRig rig(b, {1, 1, 1}, {64, 1, 1});
  try {
    rig.run();
    FAIL();
  } catch (const ExecutionFault& fault) {
    EXPECT_EQ(fault.kind(), FaultKind::deadlock);
    EXPECT_THAT(fault.what(), HasSubstr("warp 0 at line 3: barrier 1, 1 of 2 warps have arrived"));
  }
}

// Lane 0 takes the lock first and waits for the others to leave the loop; they wait for its
// release.
TEST(FunctionalRun, LockBetweenLanesOfAWarpIsNamed) {
  ProgramBuilder b;
  const Pc again = b.here();
  b.atomic(Space::global, isa::AtomicKind::cas, Type::b32, row(2), b.pair(kOut), b.word(0),
           b.word(1));
  b.add(Op::setp_u32, {predicate(0)}, {row(2), b.word(0)}).modifiers.compare = isa::Compare::ne;
  b.branch(again, again + 3, 0);
  b.store(Space::global, Type::u32, b.pair(kOut), {b.word(0)});
  b.add(Op::exit);
  GridRig rig(b, {1, 1, 1}, {32, 1, 1});
  rig.image.allocate(4);
  const std::string message = message_of([&] { rig.run(); });
  EXPECT_THAT(message, HasSubstr("for a value that nobody will store"));
  EXPECT_THAT(message, testing::ContainsRegex("warp 0 spins at line [123], lanes 0xfffffffe; its "
                                              "lanes 0x00000001 wait at line 4"));
}

// A loop of many rounds that stores nothing is not taken for a spin.
TEST(FunctionalRun, LongComputationIsLeftAlone) {
  ProgramBuilder b;
  const Pc again = b.here();
  b.add(Op::add_b32, {row(0)}, {row(0), b.word(1)});
  b.add(Op::setp_u32, {predicate(0)}, {row(0), b.word(100000)}).modifiers.compare =
      isa::Compare::lt;
  b.branch(again, again + 3, 0);
  b.store(Space::global, Type::u32, b.pair(kOut), {row(0)});
  b.add(Op::exit);
  GridRig rig(b, {1, 1, 1}, {32, 1, 1});
  rig.image.allocate(4);
  rig.run({.slice = 7});
  EXPECT_EQ(rig.word(kOut), 100000u);
}

// while (flag == 0) ++turns: the registers never repeat, but what decides does.
TEST(FunctionalRun, ASpinThatCountsItsTurnsIsNamed) {
  ProgramBuilder b;
  const Pc again = b.here();
  b.add(Op::add_b32, {row(1)}, {row(1), b.word(1)});
  b.load(Space::global, Type::u32, {row(0)}, b.pair(kOut));
  b.add(Op::setp_u32, {predicate(0)}, {row(0), b.word(0)}).modifiers.compare = isa::Compare::eq;
  b.branch(again, again + 4, 0);
  b.store(Space::global, Type::u32, b.pair(kOut), {row(1)});
  b.add(Op::exit);
  GridRig rig(b, {1, 1, 1}, {32, 1, 1});
  rig.image.allocate(4);
  EXPECT_THAT(message_of([&] { rig.run(); }), HasSubstr("for a value that nobody will store"));
}

// Each block counts itself and waits for all 40: more than run beside each other at first.
TEST(FunctionalRun, ABarrierOfTheGridBringsInFurtherBlocks) {
  constexpr std::uint32_t kBlocks = 40;
  ProgramBuilder b;
  b.atomic(Space::global, isa::AtomicKind::add, Type::u32, row(2), b.pair(kOut), b.word(1));
  const Pc spin = b.here();
  b.load(Space::global, Type::u32, {row(0)}, b.pair(kOut));
  b.add(Op::setp_u32, {predicate(0)}, {row(0), b.word(kBlocks)}).modifiers.compare =
      isa::Compare::lt;
  b.branch(spin, spin + 3, 0);
  b.add(Op::exit);
  GridRig enough(b, {kBlocks, 1, 1}, {1, 1, 1});
  enough.image.allocate(4);
  enough.run({.most_blocks = kBlocks});
  EXPECT_EQ(enough.word(kOut), kBlocks);
  GridRig too_few(b, {kBlocks, 1, 1}, {1, 1, 1});
  too_few.image.allocate(4);
  EXPECT_THAT(message_of([&] { too_few.run({.most_blocks = kBlocks - 1}); }),
              HasSubstr("for a value that nobody will store"));
}

TEST(FunctionalRun, PrintsFromAKernel) {
  ProgramBuilder b;
  isa::Instruction& call = b.add(Op::system_call, {}, {b.pair(kOut), b.pair(kOut)});
  call.modifiers.immediate = static_cast<std::uint8_t>(isa::SystemCall::vprintf);
  b.add(Op::exit);
  GridRig rig(b, {2, 1, 1}, {2, 1, 1});
  rig.image.allocate(8);
  rig.image.write(kOut, "hi ", 4);
  std::string text;
  rig.services.print = [&](std::string_view t) { text += t; };
  rig.run();
  EXPECT_EQ(text, "hi hi hi hi ");
}

TEST(FloatEnvironment, HidesTheHostsControlWord) {
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | 0x8040 |
                         0x6000);  // flush to zero, zeros for subnormals, round to zero
  {
    const FloatEnvironment environment;
    EXPECT_EQ(__builtin_ia32_stmxcsr() & 0xFFC0u, 0x1F80u);
  }
  EXPECT_EQ(__builtin_ia32_stmxcsr() & 0xE040u, 0xE040u);
  __builtin_ia32_ldmxcsr(before);
}

}  // namespace
}  // namespace heddle::exec
