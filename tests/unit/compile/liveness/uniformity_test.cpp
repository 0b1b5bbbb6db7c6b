// The rules of scalarization, one kernel each. Nothing is folded, so that the marks are beside the
// instructions that the text has.
#include "heddle/compile/liveness/uniformity.hpp"

#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

/// By line of the body, of the lines that have an instruction: S scalar by both criteria, s by the
/// full one, . a vector.
std::string marks_of(const isa::Module& module, unsigned first_line) {
  const isa::Program& program = *module.kernels.at(0);
  std::string marks;
  std::uint32_t last = 0;
  for (Pc pc = program.functions[0].entry; pc < program.functions[0].end; ++pc) {
    const std::uint32_t line = program.code[pc].line;
    if (line < first_line) continue;
    const char mark = !program.annotations->scalar[pc]             ? '.'
                      : program.annotations->scalar_convergent[pc] ? 'S'
                                                                   : 's';
    if (line == last) {
      if (marks.back() != mark) marks += mark;  // one line, several instructions: alike or shown
      continue;
    }
    last = line;
    marks += mark;
  }
  return marks;
}

std::string marks(std::string_view body) {
  Options options = plain();
  options.annotate = true;
  return marks_of(lower_module(kernel(body), options), 11);
}

TEST(Uniformity, WhatDependsOnTheThreadIsAVector) {
  EXPECT_EQ(marks("mov.u32 %r0, %ctaid.x;\n"      // S the block's number
                  "add.u32 %r1, %r0, 1;\n"        // S
                  "mov.u32 %r2, %tid.x;\n"        // .
                  "add.u32 %r3, %r1, %r2;\n"      // . a vector source
                  "mov.u32 %r4, %laneid;\n"       // .
                  "mov.u32 %r5, %warpid;\n"       // S
                  "mov.u32 %r6, %lanemask_lt;\n"  // .
                  "ld.param.u64 %rd0, [a];\n"     // S
                  "ld.global.u32 %r7, [%rd0];\n"  // S one address
                  "st.global.u32 [%rd0], %r7;\n"  // S one address, one value
                  "st.global.u32 [%rd0], %r3;\n"  // .
                  "exit;\n"),
            "SS...S.SSS.S");
}

TEST(Uniformity, AtomicsExchangesAndCallsOfTheHostAreVectors) {
  EXPECT_EQ(marks("ld.param.u64 %rd0, [a];\n"               // S
                  "atom.global.add.u32 %r0, [%rd0], 1;\n"   // . once a thread
                  "red.global.add.u32 [%rd0], 1;\n"         // .
                  "shfl.sync.idx.b32 %r1, 5, 0, 31, -1;\n"  // .
                  "setp.eq.u32 %p0, 1, 1;\n"                // S
                  "vote.sync.ballot.b32 %r2, %p0, -1;\n"    // .
                  "activemask.b32 %r3;\n"                   // .
                  "bar.sync 0;\n"                           // S
                  "exit;\n"),
            "S...S..SS");
}

TEST(Uniformity, LocalMemoryIsEachThreadsOwn) {
  EXPECT_EQ(marks(".local .align 4 .b8 own[16];\n"
                  "st.local.u32 [own], 5;\n"      // .
                  "ld.local.u32 %r0, [own];\n"    // .
                  "ld.param.u64 %rd0, [a];\n"     // S
                  "ld.u32 %r1, [%rd0];\n"         // . generic: may be local here
                  "ld.global.u32 %r2, [%rd0];\n"  // S
                  "exit;\n"),
            "..S.SS");
  EXPECT_EQ(marks("ld.param.u64 %rd0, [a];\n"
                  "ld.u32 %r1, [%rd0];\n"  // S without local memory there is none to meet
                  "exit;\n"),
            "SSS");
}

TEST(Uniformity, WhatDivergentPathsWriteIsAVectorIfItLivesOn) {
  EXPECT_EQ(marks("mov.u32 %r0, %tid.x;\n"       // .
                  "setp.lt.u32 %p0, %r0, 7;\n"   // .
                  "mov.u32 %r1, 1;\n"            // . read where the paths meet, written below
                  "@%p0 bra meet;\n"             // .
                  "mov.u32 %r1, 2;\n"            // .
                  "mov.u32 %r2, 3;\n"            // s dead where the paths meet
                  "add.u32 %r3, %r2, 4;\n"       // s
                  "mul.lo.u32 %r4, %r3, %r0;\n"  // .
                  "meet:\n"
                  "ld.param.u64 %rd0, [a];\n"     // S
                  "st.global.u32 [%rd0], %r1;\n"  // .
                  "exit;\n"),
            ".....ss.S.S");
}

TEST(Uniformity, WhatTheOtherPathStillNeedsIsAVector) {
  // r1 is dead where the paths meet, but one path, which may go on into the other one, writes what
  // the other one begins with.
  EXPECT_EQ(marks("mov.u32 %r0, %tid.x;\n"      // .
                  "setp.lt.u32 %p0, %r0, 7;\n"  // .
                  "ld.param.u64 %rd0, [a];\n"   // S
                  "mov.u32 %r2, %ctaid.x;\n"    // S
                  "setp.lt.u32 %p1, %r2, 7;\n"  // S
                  "mov.u32 %r1, 1;\n"           // .
                  "@%p0 bra other;\n"           // .
                  "add.u32 %r1, %r1, 2;\n"      // .
                  "@%p1 bra meet;\n"            // s
                  "other:\n"
                  "st.global.u32 [%rd0], %r1;\n"  // .
                  "meet:\n"
                  "exit;\n"),  // S
            "..SSS...s.S");
  // A value of its own does no harm, even if the text has one name for both.
  EXPECT_EQ(marks("mov.u32 %r0, %tid.x;\n"        // .
                  "setp.lt.u32 %p0, %r0, 7;\n"    // .
                  "ld.param.u64 %rd0, [a];\n"     // S
                  "mov.u32 %r1, 1;\n"             // S
                  "@%p0 bra other;\n"             // .
                  "add.u32 %r1, %r1, 2;\n"        // s
                  "st.global.u32 [%rd0], %r1;\n"  // s
                  "bra meet;\n"                   // s
                  "other:\n"
                  "st.global.u32 [%rd0+4], %r1;\n"  // s
                  "meet:\n"
                  "exit;\n"),  // S
            "..SS.ssssS");
}

TEST(Uniformity, AGuardThatIsAVectorMakesVectors) {
  EXPECT_EQ(marks("mov.u32 %r0, %tid.x;\n"        // .
                  "setp.lt.u32 %p0, %r0, 7;\n"    // .
                  "mov.u32 %r2, %ctaid.x;\n"      // S
                  "setp.lt.u32 %p1, %r2, 7;\n"    // S
                  "mov.u32 %r1, 1;\n"             // .
                  "@%p0 mov.u32 %r1, 2;\n"        // .
                  "mov.u32 %r3, 1;\n"             // S
                  "@%p1 mov.u32 %r3, 2;\n"        // S
                  "ld.param.u64 %rd0, [a];\n"     // S
                  "st.global.u32 [%rd0], %r1;\n"  // .
                  "st.global.u32 [%rd0], %r3;\n"  // S
                  "exit;\n"),
            "..SS..SSS.SS");
}

TEST(Uniformity, CountersOfLoopsThatThreadsLeaveApart) {
  // Inside, all active threads are on the same trip; behind the loop they left on different ones.
  const std::string_view used_behind =
      "mov.u32 %r0, %tid.x;\n"     // .
      "ld.param.u64 %rd0, [a];\n"  // S
      "mov.u32 %r1, 0;\n"          // the counter
      "loop:\n"
      "add.u32 %r1, %r1, 1;\n"
      "setp.lt.u32 %p0, %r1, %r0;\n"  // .
      "@%p0 bra loop;\n"              // .
      "st.global.u32 [%rd0], {};\n"
      "exit;\n";
  EXPECT_EQ(marks(fmt::format(fmt::runtime(used_behind), "%r1")), ".S.....S");
  // By the convergent-only rule the loop's body is no place for scalars at all.
  EXPECT_EQ(marks(fmt::format(fmt::runtime(used_behind), "7")), ".Sss..SS");
}

TEST(Uniformity, UniformBranchesKeepTheWarpTogether) {
  EXPECT_EQ(marks("ld.param.u32 %r0, [n];\n"    // S
                  "setp.lt.u32 %p0, %r0, 7;\n"  // S
                  "mov.u32 %r1, 1;\n"           // S
                  "@%p0 bra meet;\n"            // S
                  "mov.u32 %r1, 2;\n"           // S
                  "meet:\n"
                  "ld.param.u64 %rd0, [a];\n"     // S
                  "st.global.u32 [%rd0], %r1;\n"  // S
                  "exit;\n"),
            "SSSSSSSS");
}

TEST(Uniformity, BothHalvesOfAPairAreOfOneKind) {
  EXPECT_EQ(marks("mov.u32 %r0, %tid.x;\n"       // .
                  "mov.u32 %r1, 1;\n"            // S
                  "mov.b64 %rd0, {%r1, %r0};\n"  // .
                  "add.u64 %rd1, %rd0, 1;\n"     // .
                  "mov.b64 {%r2, %r3}, %rd1;\n"  // .
                  "exit;\n"),
            ".S...S");
}

TEST(Uniformity, FunctionsTakeAndGiveVectors) {
  Options options;
  options.tidy_branches = options.propagate_copies = false;
  options.annotate = true;
  const isa::Module module = lower_module(
      ".func (.param .b32 y) f(.param .b32 x) {\n"
      ".reg .b32 %r<5>;\n"
      "ld.param.u32 %r0, [x];\n"  // . nobody knows the callers
      "mov.u32 %r1, %ctaid.x;\n"  // s by the convergent-only rule nothing
      "add.u32 %r2, %r0, %r1;\n"  // .
      "st.param.b32 [y], %r2;\n"  // .
      "ret;\n"
      "}\n"
      ".entry k(.param .u64 a) {\n"
      ".reg .b32 %r<5>; .reg .b64 %rd<2>;\n"
      "ld.param.u64 %rd0, [a];\n"
      "{ .param .b32 p; .param .b32 q; st.param.b32 [p], 5; call (q), f, (p); "
      "ld.param.b32 %r0, [q]; }\n"
      "st.global.u32 [%rd0], %r0;\n"
      "exit;\n"
      "}\n",
      options);
  const isa::Program& program = *module.kernels.at(0);
  const auto& scalar = program.annotations->scalar;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const isa::Instruction& at = program.code[pc];
    if (at.op == isa::Op::st || at.op == isa::Op::add_b32) {
      EXPECT_FALSE(scalar[pc]) << "the call's result, and what is made of a parameter";
    }
    if (at.op == isa::Op::sreg) {
      EXPECT_TRUE(scalar[pc]);
    }
    if (pc >= program.functions.at(1).entry) {
      EXPECT_FALSE(program.annotations->scalar_convergent[pc]);
    }
  }
}

TEST(Uniformity, WhatIsReadBeforeItIsWrittenIsAVector) {
  EXPECT_EQ(marks("ld.param.u32 %r0, [n];\n"    // S
                  "setp.lt.u32 %p0, %r0, 7;\n"  // S
                  "@%p0 bra meet;\n"            // S
                  "mov.u32 %r1, 2;\n"           // .
                  "meet:\n"
                  "ld.param.u64 %rd0, [a];\n"     // S
                  "st.global.u32 [%rd0], %r1;\n"  // .
                  "exit;\n"),
            "SSS.S.S");
}

}  // namespace
}  // namespace heddle::compile
