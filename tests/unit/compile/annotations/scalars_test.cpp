// compiler.scalars: which values get a register a warp, and where these registers lie.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/compile/annotations/annotate.hpp"
#include "heddle/compile/code/program_routines.hpp"
#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/compile/registers/assignment_check.hpp"
#include "lowering.hpp"

namespace heddle::compile {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Options scalars(Scalars which) {
  Options options;
  options.check_allocation = true;
  options.scalars = which;
  options.registers = RegisterCount::classes;
  return options;
}

struct Compiled {
  explicit Compiled(std::string_view body, Scalars which = Scalars::all)
      : module(lower_module(kernel(body), scalars(which))),
        lines(lines_of(module)),
        program(*module.kernels.at(0)) {}

  isa::Module module;
  std::vector<std::string> lines;
  const isa::Program& program;
};

TEST(Scalars, AUniformValueThatLivesAcrossAnIfHasOneRegisterAWarp) {
  const Compiled found(
      "mov.u32 %r0, %tid.x;\n"
      "mov.u32 %r1, %ctaid.x;\n"
      "setp.eq.u32 %p0, %r0, 7;\n"
      "@%p0 bra meet;\n"
      "st.shared.u32 [4], %r0;\n"
      "meet:\n"
      "st.shared.u32 [8], %r1;\n"
      "exit;\n");
  EXPECT_THAT(found.lines,
              ElementsAre("sreg.u32 r0 = tid_x", "s_sreg.u32 s0 = ctaid_x",
                          "setp_u32.eq p0 = r0, 7", "@p0 bra 5, meet 5", "st.shared.u32 [4], r0",
                          "s_st.shared.u32 [8], s0", "s_exit"));
  const isa::Program& program = found.program;
  EXPECT_TRUE(program.has_scalar_class);
  EXPECT_EQ(program.registers, 1u);
  EXPECT_EQ(program.scalar_registers, 1u);
  EXPECT_EQ(program.rows, 2u);
  const isa::Function& function = program.functions.at(0);
  EXPECT_FALSE(function.is_scalar_row(0));
  EXPECT_TRUE(function.is_scalar_row(1));
  EXPECT_FALSE(function.is_scalar_row(2));  // what a call would hand over
  EXPECT_FALSE(function.is_scalar_predicate(0));
}

TEST(Scalars, WhatBothSidesOfADivergentBranchWriteAndTheirMeetingReadsIsAVector) {
  const Compiled found(
      "mov.u32 %r0, %tid.x;\n"
      "setp.lt.u32 %p0, %r0, 7;\n"
      "@%p0 bra other;\n"
      "mov.u32 %r1, %ctaid.x;\n"
      "bra meet;\n"
      "other:\n"
      "mov.u32 %r1, %ctaid.y;\n"
      "meet:\n"
      "st.shared.u32 [4], %r1;\n"
      "exit;\n");
  // What a side reads of the block's number is a scalar; r1, to which it is moved, is none.
  EXPECT_THAT(
      found.lines,
      ElementsAre("sreg.u32 r0 = tid_x", "setp_u32.lt p0 = r0, 7", "@p0 bra 6, meet 8",
                  "s_sreg.u32 s0 = ctaid_x", "mov_b32 r0 = s0", "s_bra 8, meet 8",
                  "s_sreg.u32 s0 = ctaid_y", "mov_b32 r0 = s0", "st.shared.u32 [4], r0", "s_exit"));
}

TEST(Scalars, OfAUniformBranchBothSidesMayWriteAScalar) {
  const Compiled found(
      "mov.u32 %r0, %ctaid.z;\n"
      "setp.lt.u32 %p0, %r0, 7;\n"
      "@%p0 bra other;\n"
      "mov.u32 %r1, %ctaid.x;\n"
      "bra meet;\n"
      "other:\n"
      "mov.u32 %r1, %ctaid.y;\n"
      "meet:\n"
      "st.shared.u32 [4], %r1;\n"
      "exit;\n");
  EXPECT_EQ(found.program.registers, 0u);
  EXPECT_EQ(found.program.scalar_registers, 1u);
  EXPECT_EQ(found.program.functions.at(0).scalar_predicates, 1u);
  EXPECT_THAT(found.lines, Contains("s_setp_u32.lt sp0 = s0, 7"));
  EXPECT_THAT(found.lines, Contains(StartsWith("@sp0 s_bra 5")));
}

/// r1 is read on the branch's other side only. A thread on the side that runs first has no use for
/// it, and r2 begins there.
constexpr std::string_view kOtherSide =
    "mov.u32 %r0, %tid.x;\n"
    "setp.lt.u32 %p0, %r0, 7;\n"
    "mov.u32 %r1, %ctaid.x;\n"
    "@%p0 bra other;\n"
    "mov.u32 %r2, %ctaid.y;\n"
    "st.shared.u32 [4], %r2;\n"
    "bra meet;\n"
    "other:\n"
    "st.shared.u32 [8], %r1;\n"
    "meet:\n"
    "exit;\n";

TEST(Scalars, AValueThatIsDeadOnOnePathKeepsItsWordForTheOther) {
  const Compiled found(kOtherSide);
  EXPECT_EQ(found.program.registers, 1u);
  EXPECT_EQ(found.program.scalar_registers, 2u);
  EXPECT_THAT(found.lines, Contains("s_sreg.u32 s0 = ctaid_x"));
  EXPECT_THAT(found.lines, Contains("s_sreg.u32 s1 = ctaid_y"));
  // One class needs one register: in a thread r2 may follow r1.
  EXPECT_EQ(Compiled(kOtherSide, Scalars::off).program.registers, 1u);
}

TEST(Scalars, TheCheckFindsAnEdgeThatIsMissing) {
  const isa::Module module = lower_module(kernel(kOtherSide), plain());
  Webs webs = separate_values(routines_of(*module.kernels.at(0)).at(0));
  mark_scalars(webs.routine, find_uniformity(webs, Criterion::all, false));
  const Routine& routine = webs.routine;
  Assignment assignment = assign_registers(routine, {});
  ASSERT_EQ(check_assignment(routine, assignment), "");
  std::vector<ValueId> stored;
  for (const isa::Instruction& instruction : routine.code) {
    if (instruction.op == isa::Op::st) stored.push_back(instruction.sources[1].index);
  }
  ASSERT_EQ(stored.size(), 2u);
  const ValueId other = stored[0], waiting = stored[1];
  assignment.register_of[other] = assignment.register_of[waiting];
  EXPECT_THAT(check_assignment(routine, assignment),
              HasSubstr(fmt::format("value {} is written while another path waits with {}", other,
                                    waiting)));
}

TEST(Scalars, AWriteUnderAVectorGuardIsAVector) {
  constexpr std::string_view kText =
      "mov.u32 %r0, %{};\n"
      "setp.eq.u32 %p0, %r0, 7;\n"
      "mov.u32 %r1, 3;\n"
      "@%p0 mov.u32 %r1, %ctaid.x;\n"
      "st.shared.u32 [4], %r1;\n"
      "exit;\n";
  const Compiled by_thread(fmt::format(fmt::runtime(kText), "tid.x"));
  EXPECT_EQ(by_thread.program.scalar_registers, 0u);
  EXPECT_THAT(by_thread.lines, Contains(StartsWith("@p0 sreg.u32 r")));
  const Compiled by_block(fmt::format(fmt::runtime(kText), "ctaid.y"));
  EXPECT_EQ(by_block.program.registers, 0u);
  EXPECT_THAT(by_block.lines, Contains(StartsWith("@sp0 s_sreg.u32 s")));
}

constexpr std::string_view kLoop =
    "mov.u32 %r0, %tid.x;\n"
    "mov.u32 %r1, 0;\n"
    "loop:\n"
    "add.u32 %r1, %r1, 1;\n"
    "setp.lt.u32 %p0, %r1, %r0;\n"
    "@%p0 bra loop;\n";

TEST(Scalars, ALoopThatThreadsLeaveApartMayCountInAScalarThatDiesInIt) {
  const std::string text = fmt::format("{}exit;\n", kLoop);
  const Compiled all(text);
  EXPECT_THAT(all.lines, Contains("s_add_b32 s0 = s0, 1"));
  EXPECT_THAT(all.lines, Contains("setp_u32.lt p0 = s0, r0"));
  EXPECT_EQ(all.program.registers, 1u);
  EXPECT_EQ(all.program.scalar_registers, 1u);
  const Compiled convergent(text, Scalars::convergent);
  EXPECT_THAT(convergent.lines, Contains("add_b32 r1 = r1, 1"));
  EXPECT_EQ(convergent.program.registers, 2u);
  EXPECT_EQ(convergent.program.scalar_registers, 0u);
}

TEST(Scalars, WhatIsReadBehindSuchALoopIsAVector) {
  const Compiled found(fmt::format("{}st.shared.u32 [4], %r1;\nexit;\n", kLoop));
  EXPECT_THAT(found.lines, Contains("add_b32 r1 = r1, 1"));
  EXPECT_EQ(found.program.scalar_registers, 0u);
}

TEST(Scalars, ConvergentLeavesNoneBetweenADivergentBranchAndItsMeeting) {
  EXPECT_THAT(Compiled(kOtherSide).lines, Contains(StartsWith("s_sreg.u32 s1")));
  const Compiled found(kOtherSide, Scalars::convergent);
  for (Pc pc = 3; pc < found.program.code.size() - 1; ++pc) {
    EXPECT_FALSE(found.program.code[pc].is_scalar) << found.lines[pc];
  }
  // r1 is written where the threads are together; its reader on one side is a vector.
  EXPECT_EQ(found.program.scalar_registers, 1u);
  EXPECT_THAT(found.lines, Contains("st.shared.u32 [8], s0"));
}

TEST(Scalars, AlignedVectorsAreOfOneClass) {
  Options options = scalars(Scalars::all);
  options.align_vectors = true;
  const isa::Module module = lower_module(kernel("mov.u32 %r0, %tid.x;\n"
                                                 "mov.u32 %r1, %ctaid.x;\n"
                                                 "ld.shared.v2.u32 {%r2, %r3}, [8];\n"
                                                 "st.shared.v2.u32 [16], {%r3, %r2};\n"
                                                 "shl.b32 %r4, %r0, 3;\n"
                                                 "st.shared.v2.u32 [%r4], {%r0, %r1};\n"
                                                 "exit;\n"),
                                          options);
  const std::vector<std::string> lines = lines_of(module);
  EXPECT_THAT(lines, Contains(StartsWith("s_ld.shared.v2.u32 s")));
  EXPECT_THAT(lines, Contains(StartsWith("s_st.shared.v2.u32 [16], s")));
  // The thread's own store has its elements as vectors: the block's number is moved to one.
  EXPECT_THAT(lines, Contains(testing::MatchesRegex("mov_b32 r[0-9]+ = s[0-9]+")));
  EXPECT_THAT(lines, Contains(testing::MatchesRegex("st.shared.v2.u32 \\[r[0-9]+\\], r0, r1|"
                                                    "st.shared.v2.u32 \\[r[0-9]+\\], r2, r3")));
}

constexpr std::string_view kPlusBlock =
    ".func (.param .b32 out) twice(.param .b32 in) {\n"
    ".reg .b32 %r<4>; ld.param.u32 %r0, [in]; mov.u32 %r1, %ctaid.x; add.u32 %r2, %r0, %r1;\n"
    "st.param.b32 [out], %r2; ret; }\n";

TEST(Scalars, WhatACallHandsOverAreVectors) {
  const isa::Module module = lower_module(
      fmt::format("{}{}", kPlusBlock,
                  kernel("mov.u32 %r1, %ctaid.y;\n"
                         "{ .param .b32 p0; st.param.b32 [p0+0], %r1; .param .b32 r0;\n"
                         "call.uni (r0), twice, (p0); ld.param.b32 %r2, [r0+0]; }\n"
                         "st.shared.u32 [4], %r2; st.shared.u32 [8], %r1; exit;")),
      scalars(Scalars::all));
  const isa::Program& program = *module.kernels.at(0);
  // The kernel keeps its own scalar and the vector that came back; behind these two rows are those
  // of the call, vectors: the result, then the argument. The callee's scalar lies behind its two.
  EXPECT_THAT(lines_of(module),
              ElementsAre("s_sreg.u32 s0 = ctaid_y", "mov_b32 r3 = s0", "s_call 7",
                          "mov_b32 r0 = r2", "st.shared.u32 [4], r0", "s_st.shared.u32 [8], s0",
                          "s_exit", "s_sreg.u32 s0 = ctaid_x", "add_b32 r0 = r1, s0", "s_ret"));
  EXPECT_EQ(program.functions.at(0).scalar_rows, 1u);
  EXPECT_EQ(program.functions.at(1).scalar_rows, 1u);
  EXPECT_EQ(program.functions.at(1).incoming, 2u);
  EXPECT_EQ(program.registers, 3u);         // 1 and 2
  EXPECT_EQ(program.scalar_registers, 2u);  // 1 and 1
  EXPECT_EQ(program.rows, 5u);
}

TEST(Scalars, AreRefusedWhereAnotherOptionKnowsNone) {
  const auto error = [](Options options) -> std::string {
    try {
      lower_module(kernel("exit;\n"), options);
    } catch (const Error& refused) {
      return refused.what();
    }
    return "";
  };
  Options options = scalars(Scalars::all);
  EXPECT_EQ(error(options), "");
  options.registers = RegisterCount::assembler;
  EXPECT_THAT(error(options), HasSubstr("--set compiler.registers=classes"));
  options.registers = RegisterCount::code;
  EXPECT_EQ(error(options), "");
  options.spread_banks = true;
  EXPECT_THAT(error(options), HasSubstr("--set compiler.spread_banks=false"));
}

TEST(RegisterCount, OfClassesIsThatOfTheColouring) {
  // The pointer's two words and the thread's number live at once: three. Without scalars the
  // block's number is a fourth.
  constexpr std::string_view kBody =
      "mov.u32 %r0, %tid.x;\n"
      "mov.u32 %r1, %ctaid.x;\n"
      "ld.global.u64 %rd0, [512];\n"
      "st.global.u32 [%rd0], %r0;\n"
      "st.global.u32 [%rd0], %r1;\n"
      "exit;\n";
  const Compiled off(kBody, Scalars::off), all(kBody);
  EXPECT_EQ(off.program.registers, 4u);
  EXPECT_EQ(off.program.scalar_registers, 0u);
  EXPECT_FALSE(off.program.has_scalar_class);
  EXPECT_EQ(all.program.registers, 1u);
  EXPECT_EQ(all.program.scalar_registers, 3u);
  EXPECT_EQ(annotate(off.program, 1000).vectors_alone, 4u);
}

}  // namespace
}  // namespace heddle::compile
