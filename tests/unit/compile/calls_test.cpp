#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

constexpr std::string_view kTwice =
    ".func (.param .b32 out) twice(.param .b32 in) {\n"
    ".reg .b32 %r<3>; ld.param.u32 %r0, [in]; add.s32 %r1, %r0, %r0;\n"
    "st.param.b32 [out], %r1; ret; }\n";

TEST(Calls, ParametersAndResultsPassInRowsBeyondTheFrame) {
  const isa::Module module = lower_module(
      fmt::format("{}{}", kTwice,
                  kernel("mov.u32 %r1, %tid.x;\n"
                         "{ .param .b32 p0; st.param.b32 [p0+0], %r1; .param .b32 r0;\n"
                         "call.uni (r0), twice, (p0); ld.param.b32 %r2, [r0+0]; }\n"
                         "st.global.v2.u32 [%rd0], {%r1, %r2}; ret;")));
  const isa::Program& program = *module.kernels[0];
  ASSERT_EQ(program.functions.size(), 2u);
  // The kernel keeps 4 rows: a pointer's two, thread index, result. The callee's row 0 is row 4:
  // its result; row 5 is its parameter.
  EXPECT_EQ(program.functions[0].rows, 4u);
  EXPECT_EQ(program.functions[1].rows, 2u);
  EXPECT_EQ(program.rows, 6u);
  EXPECT_FALSE(program.recursive);
  EXPECT_THAT(lines_of(module),
              ElementsAre("sreg.u32 r2 = tid_x", "mov_b32 r5 = r2", "call 6", "mov_b32 r3 = r4",
                          "st.global.v2.u32 [r0:1], r2, r3", "exit",  //
                          "add_b32 r0 = r1, r1", "ret"));
}

TEST(Calls, StructuresPassByWordAndByte) {
  const std::string text =
      ".func callee(.param .align 8 .b8 s[24]) {\n"
      ".reg .b16 %rs<4>; .reg .b32 %r<4>; .reg .f64 %fd<2>; .reg .b64 %rd<2>;\n"
      "ld.param.f64 %fd0, [s+8]; ld.param.s8 %r0, [s+17]; ld.param.v2.u16 {%rs0, %rs1}, [s+4];\n"
      "st.global.f64 [%rd0], %fd0; st.global.u32 [%rd0], %r0; st.global.u16 [%rd0], %rs0;\n"
      "st.global.u16 [%rd0], %rs1; ret; }\n" +
      kernel(
          "{ .param .align 8 .b8 p[24]; st.param.f64 [p+8], %fd0; st.param.b16 [p+4], %rs0;\n"
          "st.param.b16 [p+6], %rs1; st.param.b8 [p+17], %r0; call.uni callee, (p); } ret;");
  EXPECT_THAT(lines_of(lower_module(text, plain())),
              ElementsAre("mov_b32 r2 = r6", "mov_b32 r3 = r7",  // bytes 8 to 15
                          "mov_b32 r1 = r8",                     // bytes 4 and 5
                          "bfi_b32 r1 = r9, r1, 16, 16",         // bytes 6 and 7
                          "bfi_b32 r4 = r10, 0, 8, 8",           // byte 17
                          "mov_b32 r11 = r0", "mov_b32 r12 = r1", "mov_b32 r13 = r2",
                          "mov_b32 r14 = r3", "mov_b32 r15 = r4", "mov_b32 r16 = r5", "call 13",
                          "exit",  //
                          "mov_b32 r6 = r2", "mov_b32 r7 = r3", "bfe_s32 r8 = r4, 8, 8",
                          "mov_b32 r9 = r1", "bfe_u32 r10 = r1, 16, 16",
                          "st.global.f64 [r11:12], r6:7", "st.global.u32 [r11:12], r8",
                          "st.global.u16 [r11:12], r9", "st.global.u16 [r11:12], r10", "ret"));
}

TEST(Calls, ThroughPointersReachAllFunctionsOfThePrototype) {
  const isa::Module module =
      lower_module(fmt::format("{}.func other(.param .b64 p) {{ ret; }}\n"
                               ".global .align 8 .u64 table[2] = {{twice, other}};\n{}",
                               kTwice,
                               kernel("ld.param.u64 %rd0, [a]; ld.param.u64 %rd1, [b];"
                                      "pr: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                                      "{ .param .b32 p0; .param .b32 r0; st.param.b32 [p0], %r1;\n"
                                      "call (r0), %rd0, (p0), pr; ld.param.b32 %r2, [r0]; }\n"
                                      "st.global.u32 [%rd1], %r2; ret;")));
  const isa::Program& program = *module.kernels[0];
  ASSERT_EQ(program.functions.size(), 2u);
  EXPECT_EQ(program.functions[1].name, "twice");
  EXPECT_FALSE(program.recursive);
  EXPECT_THAT(lines_of(module)[1], HasSubstr("call_indirect param[0]"));
  // The table holds the functions' code addresses, whatever kernel reads it.
  ASSERT_EQ(module.variables.size(), 1u);
  ASSERT_EQ(module.variables[0].relocations.size(), 2u);
  EXPECT_TRUE(module.variables[0].relocations[0].function);
  EXPECT_EQ(static_cast<Addr>(module.variables[0].relocations[0].addend),
            program.functions[1].address);
}

/// Calls the function that `%rd0` points to.
constexpr std::string_view kThroughPointer =
    "pr: .callprototype () _ (.param .b32 _);\n"
    "{ .param .b32 p0; st.param.b32 [p0], %r1; call %rd0, (p0), pr; }";

/// A function that has more values at once than `small` has: eight words, loaded and stored.
constexpr std::string_view kLargeAndSmall =
    ".func small(.param .b32 p) { ret; }\n"
    ".func large(.param .b32 p) { .reg .b64 %rd<1>; .reg .b32 %r<8>; mov.u64 %rd0, 0;"
    "ld.v4.u32 {%r0, %r1, %r2, %r3}, [%rd0]; ld.v4.u32 {%r4, %r5, %r6, %r7}, [%rd0+16];"
    "st.v4.u32 [%rd0+16], {%r0, %r1, %r2, %r3}; st.v4.u32 [%rd0], {%r4, %r5, %r6, %r7}; ret; }\n"
    ".global .align 8 .u64 table[2] = {small, large};\n";

TEST(Calls, ThroughAPointerNeedWhatTheLargestFunctionNeeds) {
  const isa::Module module = lower_module(
      fmt::format("{}{}", kLargeAndSmall,
                  kernel(fmt::format("ld.param.u64 %rd0, [a]; {} ret;", kThroughPointer))));
  const isa::Program& program = *module.kernels[0];
  ASSERT_EQ(program.functions.size(), 3u);
  EXPECT_FALSE(program.recursive);
  EXPECT_GE(program.functions[2].rows, 8u);
  EXPECT_EQ(program.rows, program.functions[0].rows + program.functions[2].rows);
}

TEST(Calls, ThroughAPointerInAFunctionMayRecurse) {
  const isa::Module module = lower_module(
      fmt::format("{}.func calls(.param .b32 p) {{ .reg .b64 %rd<1>; .reg .b32 %r<2>;"
                  "ld.global.u64 %rd0, [table]; mov.u32 %r1, 7; {} ret; }}\n{}",
                  kLargeAndSmall, kThroughPointer,
                  kernel("{ .param .b32 p0; st.param.b32 [p0], %r1; call calls, (p0); } ret;")));
  const isa::Program& program = *module.kernels[0];
  EXPECT_TRUE(program.recursive);
  std::uint32_t rows = 0;
  for (const auto& function : program.functions) rows += function.rows;
  EXPECT_EQ(program.rows, rows);
}

TEST(Calls, RecursionIsSeenAndCountedOnce) {
  const isa::Module module = lower_module(
      ".func (.param .b32 out) f(.param .b32 in);\n"
      ".func (.param .b32 out) f(.param .b32 in) {\n"
      ".reg .b32 %r<4>; .local .align 4 .b8 frame[20]; ld.param.u32 %r0, [in];\n"
      "st.local.u32 [frame+4], %r0;\n"
      "{ .param .b32 p0; st.param.b32 [p0], %r0; .param .b32 r0; call (r0), f, (p0);\n"
      "ld.param.b32 %r1, [r0]; } st.param.b32 [out], %r1; ret; }\n" +
      kernel(
          "{ .param .b32 p0; .param .b32 r0; st.param.b32 [p0], %r0; call (r0), f, (p0); } ret;"));
  const isa::Program& program = *module.kernels[0];
  EXPECT_TRUE(program.recursive);
  EXPECT_EQ(program.functions[1].local_bytes, 32u);
  EXPECT_EQ(program.local_bytes, 32u);
  EXPECT_EQ(program.rows, program.functions[0].rows + program.functions[1].rows);
}

TEST(Calls, FramesOfFunctionsAreAddressedAtRunTime) {
  const auto lines = lines_of(lower_module(
      ".func f() { .local .align 8 .b8 a[8]; .local .align 16 .b8 b[16]; .reg .b32 %r<2>;\n"
      ".reg .b64 %rd<4>; mov.u64 %rd0, b; st.local.u32 [%rd0+4], %r0; cvta.local.u64 %rd1, %rd0;\n"
      "st.global.u64 [%rd2], %rd1; ret; }\n" +
      kernel("call f; ret;")));
  EXPECT_THAT(lines,
              ElementsAre("call 2", "exit",  //
                          HasSubstr("frame_address"), HasSubstr("= 0"), HasSubstr("st.local.u32"),
                          HasSubstr("33554432"), HasSubstr("st.global.u64"), "ret"));
  EXPECT_THAT(lines[2], HasSubstr("= 16"));
}

TEST(Calls, CopiesOfTheAddressOfAParameterAreTheParameter) {
  const std::string text =
      ".func g(.param .align 4 .b8 a[8]) { .reg .b64 %rd<3>; .reg .b32 %r<2>;\n"
      "mov.b64 %rd0, a; mov.u64 %rd1, %rd0; ld.param.u32 %r0, [%rd1+4]; ld.param.u32 %r1, [a];\n"
      "st.global.u32 [%rd2], %r0; ret; }\n" +
      kernel(
          "{ .param .align 4 .b8 p[8]; st.param.b32 [p], 5; st.param.b32 [p+4], 7;\n"
          "call g, (p); } ret;");
  EXPECT_THAT(lines_of(lower_module(text)),
              Contains(AllOf(HasSubstr("st.global.u32"), EndsWith(", r1"))));
}

TEST(Calls, ServicesOfTheHostBecomeSystemCalls) {
  const isa::Module module = lower_module(
      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
      ".extern .func (.param .b64 r) malloc(.param .b64 n);\n" +
      kernel("ld.param.u64 %rd0, [a];\n"
             "{ .param .b64 p0; st.param.b64 [p0], %rd0; .param .b64 p1; st.param.b64 [p1], 0;\n"
             ".param .b32 r0; call.uni (r0), vprintf, (p0, p1); ld.param.b32 %r0, [r0]; }\n"
             "{ .param .b64 p0; st.param.b64 [p0], 64; .param .b64 r0;\n"
             "call.uni (r0), malloc, (p0); ld.param.b64 %rd1, [r0]; st.global.u64 [%rd1], %rd1; }\n"
             "ret;"));
  EXPECT_TRUE(module.kernels[0]->uses_printf);
  EXPECT_TRUE(module.kernels[0]->uses_heap);
  EXPECT_THAT(lines_of(module),
              ElementsAre("system_call.vprintf r0 = param[0], 0", "system_call.malloc r0:1 = 64",
                          "st.global.u64 [r0:1], r0:1", "exit"));
}

TEST(Calls, RegisterParametersOfOldPtx) {
  EXPECT_THAT(
      lines_of(lower_module(".func (.reg .u32 %out) f(.reg .u32 %a, .reg .u64 %b) {\n"
                            "add.u32 %out, %a, 1; ret; }\n" +
                            kernel("ld.param.u64 %rd0, [a]; mov.u32 %r0, %tid.x;"
                                   "call (%r2), f, (%r0, %rd0); st.global.u32 [%rd0], %r2; ret;"))),
      ElementsAre("sreg.u32 r0 = tid_x", "mov_b32 r2 = r0", "mov_b32 r3 = param[0]",
                  "mov_b32 r4 = param[4]", "call 8", "mov_b32 r0 = r1",
                  "st.global.u32 [param[0]], r0", "exit",  //
                  "add_b32 r0 = r1, 1", "ret"));
}

}  // namespace
}  // namespace heddle::compile
