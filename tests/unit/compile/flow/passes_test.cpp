#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/compile/flow/branches.hpp"
#include "heddle/compile/passes/address_folding.hpp"
#include "heddle/compile/passes/copy_propagation.hpp"
#include "heddle/compile/passes/dead_code.hpp"
#include "heddle/compile/passes/multiply_add.hpp"
#include "lowering.hpp"
#include "random_routine.hpp"
#include "thread.hpp"

namespace heddle::compile {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Options only(bool Options::* pass) {
  Options options = plain();
  options.*pass = true;
  return options;
}

TEST(CopyPropagation, ReadsTheOriginal) {
  EXPECT_THAT(lowered("mov.u32 %r1, %r0; mov.u32 %r2, %r1; add.s32 %r3, %r2, %r1; ret;",
                      only(&Options::propagate_copies)),
              Contains("add_b32 r3 = r2, r2").Times(0));
  EXPECT_THAT(lowered("mov.u32 %r0, 5; mov.u32 %r1, %r0; add.s32 %r2, %r1, %r9; ret;",
                      only(&Options::propagate_copies)),
              ElementsAre("mov_b32 r0 = 5", "mov_b32 r1 = 5", "add_b32 r2 = 5, r3", "exit"));
}

TEST(CopyPropagation, StopsWhereTheOriginalChanges) {
  // %r0 counts in a loop; the copy taken before the increment keeps the old value.
  EXPECT_THAT(lowered("mov.u32 %r0, 0;\nl: mov.u32 %r1, %r0; add.s32 %r0, %r0, 1;"
                      "st.global.u32 [%rd0], %r1; setp.lt.s32 %p0, %r0, 9; @%p0 bra l; ret;",
                      only(&Options::propagate_copies)),
              Contains("st.global.u32 [r2:3], r1"));
}

TEST(CopyPropagation, StopsWhereTheCopyMayNotHaveHappened) {
  EXPECT_THAT(lowered("mov.u32 %r0, %tid.x; @%p0 mov.u32 %r1, %r0; st.global.u32 [%rd0], %r1; ret;",
                      only(&Options::propagate_copies)),
              Contains(HasSubstr("st.global.u32 [r2:3], r1")));
}

TEST(CopyPropagation, NegatedPredicatesGoIntoGuards) {
  EXPECT_THAT(lowered("setp.lt.s32 %p0, %r0, 3; not.pred %p1, %p0; @%p1 bra e; mov.u32 %r1, 1;"
                      "st.global.u32 [%rd0], %r1;\ne: ret;"),
              Contains(HasSubstr("@!p0 bra")));
}

TEST(AddressFolding, FollowsChainsOfConstants) {
  EXPECT_THAT(lowered("ld.param.u64 %rd0, [a]; mul.wide.u32 %rd4, %r0, 4; add.s64 %rd1, %rd0, %rd4;"
                      "add.s64 %rd2, %rd1, 100; sub.s64 %rd3, %rd2, 40;"
                      "ld.global.u32 %r1, [%rd3+-4]; st.global.u32 [%rd3+8], %r1; ret;"),
              ElementsAre("mad_wide_u32 r2:3 = r0, 4, param[0]", "ld.global.u32 r0 = [r2:3 + 56]",
                          "st.global.u32 [r2:3 + 68], r0", "exit"));
}

TEST(AddressFolding, SharedSymbolsBecomeAbsolute) {
  EXPECT_THAT(lines_of(lower_module(
                  ".shared .align 4 .b8 pad[16];\n.shared .align 4 .b8 s[64];\n" +
                  kernel("mov.u64 %rd0, s; add.s64 %rd1, %rd0, 8; ld.shared.u32 %r0, [%rd1+4];"
                         "st.shared.u32 [pad], %r0; ret;"))),
              ElementsAre("ld.shared.u32 r0 = [28]", "st.shared.u32 [0], r0", "exit"));
}

TEST(AddressFolding, GlobalSymbolsTakeTheConstant) {
  EXPECT_THAT(lines_of(lower_module(
                  ".global .align 4 .b8 g[64];\n" +
                  kernel("mov.u64 %rd0, g; add.s64 %rd1, %rd0, 8; ld.global.u32 %r0, [%rd1+4];"
                         "st.global.u32 [%rd1], %r0; ret;"))),
              ElementsAre("ld.global.u32 r0 = [g+8 + 4]", "st.global.u32 [g+8], r0", "exit"));
}

TEST(AddressFolding, PointersThatMoveStay) {
  // The pointer is written in the loop: what was added before the loop cannot move into the access.
  EXPECT_THAT(lowered("ld.param.u64 %rd1, [a]; add.s64 %rd0, %rd1, 16;\n"
                      "l: ld.global.u32 %r0, [%rd0]; add.s64 %rd0, %rd0, 4;"
                      "setp.lt.s32 %p0, %r0, 9; @%p0 bra l; ret;"),
              Contains("ld.global.u32 r2 = [r0:1]"));
}

TEST(AddressFolding, AnAdditionToItselfStays) {
  // What the sum was made of is gone when the access runs.
  EXPECT_THAT(lowered("ld.param.u64 %rd0, [a];\n"
                      "l: add.s64 %rd0, %rd0, 4; ld.global.u32 %r0, [%rd0];"
                      "setp.lt.s32 %p0, %r0, 9; @%p0 bra l; ret;"),
              Contains("ld.global.u32 r2 = [r0:1]"));
}

TEST(Narrowing, AddressesOfSharedMemoryNeedOneRow) {
  EXPECT_THAT(lines_of(lower_module(
                  ".shared .align 8 .b8 s[256];\n" +
                  kernel("mov.u32 %r0, %tid.x; mul.wide.u32 %rd0, %r0, 8; mov.u64 %rd1, s;"
                         "add.s64 %rd2, %rd1, %rd0; st.shared.u32 [%rd2+4], %r0; ret;"))),
              ElementsAre("sreg.u32 r0 = tid_x", "mul_lo_b32 r1 = r0, 8",
                          "st.shared.u32 [r1 + 4], r0", "exit"));
}

TEST(Narrowing, WordsPackedAndUnpackedMeetAgain) {
  EXPECT_THAT(
      lowered("ld.param.u64 %rd9, [a]; ld.global.v2.u32 {%r0, %r1}, [%rd9];"
              "cvt.u64.u32 %rd0, %r0; cvt.u64.u32 %rd1, %r1; shl.b64 %rd2, %rd1, 32;"
              "or.b64 %rd3, %rd2, %rd0; shr.u64 %rd4, %rd3, 32; cvt.u32.u64 %r2, %rd4;"
              "st.global.u32 [%rd9], %r2; ret;"),
      ElementsAre("ld.global.v2.u32 r0, r1 = [param[0]]", "st.global.u32 [param[0]], r1", "exit"));
}

TEST(ConstantFolding, OperationsThatChangeNothingGo) {
  EXPECT_THAT(
      lowered("mov.u32 %r9, 0; mov.u32 %r0, %tid.x; add.s32 %r1, %r9, %r0; or.b32 %r2, %r1, 0;"
              "mul.lo.s32 %r3, %r2, 1; shl.b32 %r4, %r3, 0; and.b32 %r5, %r4, -1;"
              "sub.s32 %r6, %r5, 0; sub.s32 %r7, 0, %r6; st.global.u32 [%rd0], %r7; ret;"),
      ElementsAre("sreg.u32 r2 = tid_x", "sub_b32 r2 = 0, r2", "st.global.u32 [r0:1], r2", "exit"));
}

TEST(MultiplyAdd, ProductsThatAreOnlyAddedGoIntoTheSums) {
  EXPECT_THAT(
      lowered("ld.param.u64 %rd0, [a]; ld.param.u64 %rd1, [b]; mov.u32 %r0, %tid.x;"
              "mul.wide.s32 %rd2, %r0, 4; add.s64 %rd3, %rd0, %rd2; add.s64 %rd4, %rd2, %rd1;"
              "ld.global.u32 %r1, [%rd3]; st.global.u32 [%rd4], %r1; ret;"),
      ElementsAre("sreg.u32 r0 = tid_x", "mad_wide_s32 r2:3 = r0, 4, param[0]",
                  "mad_wide_s32 r4:5 = r0, 4, param[8]", "ld.global.u32 r0 = [r2:3]",
                  "st.global.u32 [r4:5], r0", "exit"));
}

TEST(MultiplyAdd, ProductsThatAreReadOtherwiseStay) {
  EXPECT_THAT(lowered("mov.u32 %r0, %tid.x; mul.lo.s32 %r1, %r0, 3; add.s32 %r2, %r1, 5;"
                      "st.global.v2.u32 [%rd0], {%r1, %r2}; ret;"),
              Contains(HasSubstr("mul_lo_b32")));
}

TEST(MultiplyAdd, FactorsMustNotChangeInBetween) {
  EXPECT_THAT(lowered("mov.u32 %r0, %tid.x; l: mul.lo.s32 %r1, %r0, 3; add.s32 %r0, %r0, 1;"
                      "add.s32 %r2, %r1, 5; st.global.u32 [%rd0], %r2; setp.lt.u32 %p0, %r0, 9;"
                      "@%p0 bra l; ret;"),
              Contains(HasSubstr("mul_lo_b32")));
}

TEST(DeadCode, RemovesChainsAndKeepsEffects) {
  EXPECT_THAT(lowered("add.s32 %r1, %r0, 1; add.s32 %r2, %r1, 1; mul.lo.s32 %r3, %r2, %r2;"
                      "ld.global.u32 %r4, [%rd0]; ld.volatile.global.u32 %r5, [%rd0];"
                      "atom.global.add.u32 %r6, [%rd0], 1; atom.global.exch.b32 %r7, [%rd0], 1;"
                      "ret;",
                      only(&Options::remove_dead_code)),
              ElementsAre(HasSubstr("ld.volatile.global.u32"), HasSubstr("red.global.add.u32 ["),
                          HasSubstr("atom.global.exch.b32"), "exit"));
}

TEST(DeadCode, LoopsThatNobodyNeedsKeepTheirShape) {
  EXPECT_THAT(lowered("mov.u32 %r0, 0;\nl: add.s32 %r0, %r0, 1; setp.lt.s32 %p0, %r0, 9;"
                      "@%p0 bra l; ret;"),
              ElementsAre("mov_b32 r0 = 0", "add_b32 r0 = r0, 1", "setp_s32.lt p0 = r0, 9",
                          "@p0 bra 1, loop, meet 4", "exit"));
}

TEST(Branches, AGuardedBranchAroundABranchIsInverted) {
  EXPECT_THAT(lowered("l: add.s32 %r0, %r0, 1; st.global.u32 [%rd0], %r0;"
                      "setp.eq.s32 %p0, %r0, 9; @%p0 bra e; bra.uni l;\ne: ret;"),
              ElementsAre("add_b32 r0 = r0, 1", "st.global.u32 [r2:3], r0",
                          "setp_s32.eq p0 = r0, 9", "@!p0 bra 0, loop, meet 4", "exit"));
}

TEST(Branches, ABranchThatOthersEnterStays) {
  EXPECT_THAT(lowered("setp.eq.s32 %p0, %r0, 9; @%p1 bra m; st.global.u32 [%rd0], %r0;"
                      "@%p0 bra e;\nm: bra.uni l;\ne: st.global.u32 [%rd0+4], %r0;\nl: ret;"),
              Contains(HasSubstr("@p1 bra 5")));
}

TEST(Branches, CodeBehindReturnsGoes) {
  EXPECT_THAT(lowered("bra e; add.s32 %r0, %r0, 1;\ne: ret; bra e;"), ElementsAre("exit"));
}

/// Values by line of the instructions that both runs still have.
void expect_same_values(const Routine& before, const Routine& after, const ConstantPool& constants,
                        int round) {
  std::map<std::uint32_t, bool> kept;
  for (const isa::Instruction& instruction : after.code) kept[instruction.line] = true;
  std::vector<Thread::Event> expected;
  for (const Thread::Event& event : Thread(before, constants).run(1500)) {
    if (kept[event.line]) expected.push_back(event);
  }
  std::vector<Thread::Event> found = Thread(after, constants).run(1500);
  const std::size_t common = std::min(expected.size(), found.size());
  expected.resize(common);
  found.resize(common);
  ASSERT_EQ(expected, found) << "round " << round;
}

template <typename Pass>
void keep_values(unsigned seed, Pass&& pass) {
  std::mt19937 random(seed);
  for (int round = 0; round < 500; ++round) {
    ConstantPool constants;
    RandomShape shape;
    shape.instructions = 25 + static_cast<unsigned>(round) % 50;
    shape.rows = 2 + static_cast<unsigned>(round) % 20;
    shape.pairs = 1 + static_cast<unsigned>(round) % 8;
    Routine before = RandomRoutine(random, constants, shape).make();
    remove_unreachable(before);
    Routine after = before;
    pass(after, constants);
    expect_same_values(before, after, constants, round);
  }
}

TEST(CopyPropagation, KeepsTheValuesOfRandomRoutines) {
  keep_values(20, [](Routine& routine, ConstantPool& constants) {
    propagate_copies(routine, constants);
    propagate_copies(routine, constants);
  });
}

TEST(ConstantFolding, KeepsTheValuesOfRandomRoutines) {
  keep_values(21, [](Routine& routine, ConstantPool& constants) {
    fold_constants(routine, constants);
    propagate_copies(routine, constants);
    fold_constants(routine, constants);
  });
}

TEST(MultiplyAdd, KeepsTheValuesOfRandomRoutines) {
  keep_values(23, [](Routine& routine, ConstantPool&) { fuse_multiply_add(routine); });
}

TEST(DeadCode, KeepsTheValuesOfRandomRoutines) {
  keep_values(22, [](Routine& routine, ConstantPool&) { remove_dead_code(routine); });
}

}  // namespace
}  // namespace heddle::compile
