// Which values are a word a warp, a base and a stride, or all lanes': one rule a kernel. Expected
// marks follow from what the instructions compute.
#include "heddle/compile/liveness/regularity.hpp"

#include <gtest/gtest.h>

#include "heddle/compile/code/program_routines.hpp"
#include "lowering.hpp"

namespace heddle::compile {
namespace {

/// By line of the body that writes rows: u uniform, a affine, . neither. Where its instructions
/// differ, theirs one by one.
std::string regularity_marks(std::string_view body) {
  const isa::Module module = lower_module(kernel(body), plain());
  const Webs webs = separate_values(routines_of(*module.kernels.at(0)).at(0));
  const auto found = find_regularity(webs, find_uniformity(webs, Criterion::all, false));
  std::string marks;
  std::uint32_t last = 0;
  for (const isa::Instruction& instruction : webs.routine.code) {
    isa::for_each_destination_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
      const char mark = "ua."[static_cast<unsigned>(found[operand.index])];
      const bool is_new = instruction.line != last || marks.back() != mark;
      if (is_new) marks += mark;
      if (rows == 2 && found[operand.index + 1] != found[operand.index]) marks += '!';
      last = instruction.line;
    });
  }
  return marks;
}

std::string waiting_of(std::string_view body) {
  Options options = plain();
  options.annotate = true;
  const isa::Module module = lower_module(kernel(body), options);
  const isa::WaitingRegisters& waiting = module.kernels.at(0)->annotations->waiting;
  return fmt::format("{} registers, {} B", waiting.registers, waiting.bytes);
}

TEST(Regularity, SumsAndMultiplesOfTheIndexAreAffine) {
  EXPECT_EQ(regularity_marks("mov.u32 %r0, %tid.x;\n"            // a
                             "mov.u32 %r1, %ctaid.x;\n"          // u
                             "mad.lo.s32 %r2, %r1, 128, %r0;\n"  // a base + tid
                             "shl.b32 %r3, %r2, 2;\n"            // a
                             "sub.s32 %r4, %r1, %r3;\n"          // a
                             "neg.s32 %r5, %r4;\n"               // a
                             "mul.lo.s32 %r6, %r5, %r1;\n"       // a times a uniform one
                             "ld.param.u64 %rd0, [a];\n"         // u
                             "mul.wide.s32 %rd1, %r2, 4;\n"      // a
                             "add.s64 %rd2, %rd0, %rd1;\n"       // a an address
                             "mov.u32 %r7, %laneid;\n"           // a
                             "cvt.u64.u32 %rd3, %r7;\n"          // au the upper half is 0
                             "mov.u32 %r8, %tid.y;\n"            // a
                             "mad.lo.s32 %r9, %r8, 16, %r0;\n"   // a
                             "exit;\n"),
            "auaaaaauaaaauaa");
}

TEST(Regularity, WhatIsNotLinearIsNot) {
  EXPECT_EQ(regularity_marks(
                "mov.u32 %r0, %tid.x;\n"        // a
                "mul.lo.s32 %r1, %r0, %r0;\n"   // . a square
                "shl.b32 %r2, 1, %r0;\n"        // . a power
                "and.b32 %r3, %r0, 7;\n"        // .
                "shr.u32 %r4, %r0, 1;\n"        // .
                "cvt.rn.f32.u32 %f0, %r0;\n"    // .
                "mov.u32 %r5, %lanemask_lt;\n"  // .
                "ld.param.u64 %rd0, [a];\n"     // u
                "mul.wide.u32 %rd1, %r0, 4;\n"  // a
                "add.u64 %rd2, %rd0, %rd1;\n"   // a
                "ld.global.u32 %r6, [%rd2];\n"  // . from memory
                "ld.global.u32 %r7, [%rd0];\n"  // u one word for all
                "add.u32 %r8, %r6, %r0;\n"      // .
                "mov.b64 {%r9, %r1}, %rd2;\n"   // a. halves of a sum, the upper has its carries
                "exit;\n"),
            "a......uaa.u.a.");
}

TEST(Regularity, WhatThreadsHaveOfDifferentWritesIsNot) {
  // Half of the threads have written 1 + tid, the others 5 + tid: neither is it by a guard.
  EXPECT_EQ(regularity_marks("mov.u32 %r0, %tid.x;\n"  // a
                             "setp.lt.u32 %p0, %r0, 7;\n"
                             "add.u32 %r1, %r0, 1;\n"  // .
                             "@%p0 bra meet;\n"
                             "add.u32 %r1, %r0, 5;\n"  // .
                             "meet:\n"
                             "add.u32 %r2, %r1, 1;\n"       // .
                             "mov.u32 %r3, %r0;\n"          // .
                             "@%p0 add.u32 %r3, %r3, 3;\n"  // .
                             "st.shared.u32 [4], %r2;\n"
                             "st.shared.u32 [4], %r3;\n"
                             "exit;\n"),
            "a.....");
}

TEST(Regularity, UniformBranchesAndLoopsKeepAValueAffine) {
  // All threads take the same way, and as many trips while they are in the loop.
  EXPECT_EQ(regularity_marks("mov.u32 %r0, %tid.x;\n"    // a
                             "mov.u32 %r5, %ctaid.x;\n"  // u
                             "setp.lt.u32 %p0, %r5, 7;\n"
                             "add.u32 %r1, %r0, 1;\n"  // a
                             "@%p0 bra meet;\n"
                             "add.u32 %r1, %r0, 5;\n"  // a
                             "meet:\n"
                             "add.u32 %r2, %r1, 1;\n"  // a
                             "loop:\n"
                             "add.u32 %r2, %r2, %r5;\n"  // a
                             "setp.lt.u32 %p1, %r2, 100;\n"
                             "@%p1 bra loop;\n"
                             "st.shared.u32 [4], %r0;\n"
                             "exit;\n"),
            "auaaaa");
  // Here the trips have been as many as the threads differ in.
  EXPECT_EQ(regularity_marks("mov.u32 %r0, %tid.x;\n"  // a
                             "mov.u32 %r2, %r0;\n"     // .
                             "loop:\n"
                             "add.u32 %r2, %r2, 3;\n"  // .
                             "setp.lt.u32 %p1, %r2, 100;\n"
                             "@%p1 bra loop;\n"
                             "st.shared.u32 [4], %r2;\n"
                             "exit;\n"),
            "a..");
}

TEST(Regularity, AWaitingWarpKeepsWordsForRegularRegisters) {
  // Where the load is waited for, its address (a pair: two bases, two strides), the block's number
  // and what is loaded are live: 2 x 8 + 4 + 128.
  EXPECT_EQ(waiting_of("mov.u32 %r0, %tid.x;\n"
                       "mov.u32 %r1, %ctaid.x;\n"
                       "ld.param.u64 %rd0, [a];\n"
                       "mul.wide.u32 %rd1, %r0, 4;\n"
                       "add.u64 %rd2, %rd0, %rd1;\n"
                       "ld.global.u32 %r2, [%rd2];\n"
                       "add.u32 %r3, %r2, %r1;\n"
                       "st.global.u32 [%rd2], %r3;\n"
                       "exit;\n"),
            "4 registers, 148 B");
}

}  // namespace
}  // namespace heddle::compile
