#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

using testing::ElementsAre;

/// All that is on by default, and one pass more; registers stay virtual.
Options with(bool Options::* pass) {
  Options options;
  options.assign_registers = false;
  options.*pass = true;
  return options;
}

TEST(PairSplitting, JoinedHalvesAreMoved) {
  // {high, low} put together by a shift and an or is no arithmetic at all.
  const std::string join =
      "ld.global.u32 %r0, [%rd8]; ld.global.u32 %r1, [%rd8+4]; cvt.u64.u32 %rd0, %r0;"
      "cvt.u64.u32 %rd1, %r1; shl.b64 %rd2, %rd1, 32; or.b64 %rd3, %rd2, %rd0;"
      "st.global.u64 [%rd9], %rd3; ret;";
  unsigned logic = 0, moves = 0;
  for (const std::string& line : lowered(join, with(&Options::split_pairs))) {
    logic += line.starts_with("or_") || line.starts_with("shl_");
    moves += line.starts_with("mov_b32");
  }
  EXPECT_EQ(logic, 0u);
  EXPECT_EQ(moves, 2u);
}

TEST(PairSplitting, ShiftsByAWordAndMoreTouchOneHalf) {
  EXPECT_THAT(
      lowered("ld.global.u64 %rd0, [%rd8]; shr.s64 %rd1, %rd0, 40; st.global.u64 [%rd9], %rd1;"
              "ret;",
              with(&Options::split_pairs)),
      ElementsAre("ld.global.u64 r0:1 = [r2:3]", "shr_s32 r4 = r1, 8", "shr_s32 r5 = r1, 31",
                  "st.global.u64 [r6:7], r4:5", "exit"));
}

TEST(BranchConversion, ShortBodiesAreGuarded) {
  EXPECT_THAT(lowered("mov.u32 %r0, %tid.x; setp.lt.u32 %p0, %r0, 3; @%p0 bra e;"
                      "ld.shared.u32 %r1, [%rd0]; add.s32 %r1, %r1, 1; st.shared.u32 [%rd0], %r1;\n"
                      "e: st.shared.u32 [%rd0+4], %r0; ret;",
                      with(&Options::convert_branches)),
              ElementsAre("sreg.u32 r4 = tid_x", "setp_u32.lt p0 = r4, 3",
                          "@!p0 ld.shared.u32 r1 = [r2]", "@!p0 add_b32 r1 = r1, 1",
                          "@!p0 st.shared.u32 [r2], r1", "st.shared.u32 [r2 + 4], r4", "exit"));
}

TEST(BranchConversion, StaysAwayFromWhatAGuardCannotDo) {
  const std::string eight(
      "add.s32 %r1, %r1, 3; xor.b32 %r1, %r1, 5; add.s32 %r1, %r1, %r0; xor.b32 %r1, %r1, 9;"
      "add.s32 %r1, %r1, 1; xor.b32 %r1, %r1, %r0; add.s32 %r1, %r1, 7; xor.b32 %r1, %r1, 2;");
  const std::string bodies[] = {
      eight,                                                // longer than the cost rule allows
      "bar.sync 0;",                                        // other threads wait for it
      "shfl.sync.down.b32 %r1, %r0, 1, 31, -1;",            // looks at other lanes
      "atom.shared.add.u32 %r1, [%rd0], 1;",                // takes as long as it takes
      "setp.lt.u32 %p0, %r1, 9; selp.u32 %r1, 4, 5, %p0;",  // changes the guard
      "l: add.s32 %r1, %r1, 1;",                            // others come here too
  };
  for (const std::string& body : bodies) {
    const std::string text =
        "mov.u32 %r0, %tid.x; mov.u32 %r1, %r0; setp.lt.u32 %p0, %r0, 3;"
        "setp.eq.u32 %p1, %r0, 77; @%p0 bra e;" +
        body + "\ne: st.shared.u32 [%rd0+4], %r1; @%p1 bra " +
        (body.starts_with("l:") ? "l" : "e") + "; st.shared.u32 [%rd0], %p0x;" + "ret;";
    std::string ends = text;
    ends.replace(ends.find("%p0x"), 4, "%r0");
    unsigned branches = 0;
    for (const std::string& line : lowered(ends, with(&Options::convert_branches))) {
      branches += line.find("bra ") != std::string::npos ? 1 : 0;
    }
    EXPECT_EQ(branches, 2u) << body;
  }
}

/// Rows of a loop around two bodies, of which one is `first`.
std::uint32_t rows_of_loop(const std::string& first, bool converts) {
  Options options;
  options.convert_branches = converts;
  const std::string text = kernel(
      "ld.param.u32 %r8, [n]; mov.u32 %r0, %tid.x; mov.u32 %r1, %r0;\n"
      "l: setp.lt.u32 %p0, %r0, 3; @%p0 bra e;" +
      first +
      "\ne: setp.lt.u32 %p1, %r8, 5; @%p1 bra f; ld.shared.u32 %r4, [%r0+8];"
      "ld.shared.u32 %r5, [%r0+12]; add.s32 %r6, %r4, %r5; st.shared.u32 [%r0+16], %r6;\n"
      "f: add.s32 %r8, %r8, -1; bar.sync 0; setp.ne.u32 %p2, %r8, 0; @%p2 bra l; ret;\n");
  return lower_module(text, options).kernels.at(0)->rows;
}

TEST(BranchConversion, WhatABodyHasToItselfIsNotKeptForTheNextTrip) {
  const std::string own =
      "ld.shared.u32 %r1, [%r0]; ld.shared.u32 %r2, [%r0+4]; xor.b32 %r3, %r1, %r2;"
      "st.shared.u32 [%r0], %r3;";
  EXPECT_EQ(rows_of_loop(own, false), 4u);  // the thread, the trip and two in either body
  EXPECT_EQ(rows_of_loop(own, true), 4u);
  const std::string carried = "add.s32 %r1, %r1, 7; st.shared.u32 [%r0], %r1;";
  EXPECT_EQ(rows_of_loop(carried, false), 5u);
  EXPECT_EQ(rows_of_loop(carried, true), 5u);
}

TEST(OperandLimits, OneConstantStaysAndOthersAreMovedOnce) {
  EXPECT_THAT(
      lowered("ld.param.u64 %rd0, [a]; ld.param.u64 %rd1, [b]; mov.u32 %r0, %tid.x;"
              "mul.wide.u32 %rd2, %r0, 12; add.s64 %rd3, %rd0, %rd2; add.s64 %rd4, %rd1, %rd2;"
              "st.global.u32 [%rd3], 5; st.global.u32 [%rd4], 0; ret;",
              with(&Options::limit_operands)),
      // 12 is in one register for both products, whose constant is the parameter.
      ElementsAre("sreg.u32 r11 = tid_x", "mov_b32 r12 = 12",
                  "mad_wide_u32 r7:8 = r11, r12, param[0]",
                  "mad_wide_u32 r9:10 = r11, r12, param[8]", "mov_b32 r13 = 5",
                  "st.global.u32 [r7:8], r13", "st.global.u32 [r9:10], 0", "exit"));
}

TEST(Scheduling, LoadsStartTogetherAndTheirUsersFollow) {
  EXPECT_THAT(lowered("ld.global.u32 %r0, [%rd0]; add.s32 %r1, %r0, 1; ld.global.u32 %r2, [%rd0+4];"
                      "add.s32 %r3, %r2, 1; add.s32 %r4, %r1, %r3; st.global.u32 [%rd1], %r4; ret;",
                      with(&Options::schedule)),
              ElementsAre("ld.global.u32 r0 = [r1:2]", "ld.global.u32 r4 = [r1:2 + 4]",
                          "add_b32 r3 = r0, 1", "add_b32 r5 = r4, 1", "add_b32 r6 = r3, r5",
                          "st.global.u32 [r7:8], r6", "exit"));
}

/// The lines of accesses and barriers, in the order in which a block has them after scheduling.
std::vector<std::string> accesses(std::string_view body) {
  std::vector<std::string> found;
  for (const std::string& line : lowered(body, with(&Options::schedule))) {
    const std::string word = line.substr(0, line.find(' '));
    if (word.starts_with("ld.") || word.starts_with("st.") || word.starts_with("bar") ||
        word.starts_with("membar")) {
      found.push_back(word);
    }
  }
  return found;
}

TEST(Scheduling, LoadsDoNotPassStoresThatTheyMayMeet) {
  // The base of the store is another one than that of the load: they may be the same address.
  EXPECT_THAT(accesses("st.global.u32 [%rd0], 1; ld.global.u32 %r0, [%rd1];"
                       "st.global.u32 [%rd2], %r0; ret;"),
              ElementsAre("st.global.u32", "ld.global.u32", "st.global.u32"));
  // Other bytes of the same base, another space, memory that nobody writes: these may pass.
  for (const char* load : {"ld.global.u32 %r0, [%rd0+4];", "ld.shared.u32 %r0, [%rd3];",
                           "ld.global.nc.u32 %r0, [%rd1];"}) {
    const std::string body = "ld.global.u32 %r1, [%rd5]; st.global.u32 [%rd0], %r1; " +
                             std::string(load) + " st.global.u32 [%rd2], %r0; ret;";
    EXPECT_THAT(accesses(body)[1], testing::StartsWith("ld.")) << load;
  }
}

TEST(Scheduling, NothingPassesABarrierOrAFence) {
  for (const char* fence : {"bar.sync 0;", "membar.gl;"}) {
    const std::string body = "ld.shared.u32 %r1, [%rd5]; st.shared.u32 [%rd6], %r1; " +
                             std::string(fence) +
                             " ld.shared.u32 %r0, [%rd3]; st.shared.u32 [%rd6], %r0; ret;";
    const std::vector<std::string> order = accesses(body);
    ASSERT_EQ(order.size(), 5u);
    EXPECT_THAT(order[2], testing::ContainsRegex("bar"));
  }
}

TEST(Scheduling, TheClockIsReadWhereItStands) {
  const std::vector<std::string> lines = lowered(
      "mov.u32 %r0, %clock; ld.global.u32 %r1, [%rd0]; mov.u32 %r2, %clock; sub.s32 %r3, %r2, %r0;"
      "st.global.u32 [%rd1], %r3; st.global.u32 [%rd1+4], %r1; ret;",
      with(&Options::schedule));
  EXPECT_THAT(lines[0], testing::HasSubstr("clock"));
  EXPECT_THAT(lines[1], testing::StartsWith("ld.global"));
  EXPECT_THAT(lines[2], testing::HasSubstr("clock"));
}

std::uint32_t registers_of(std::string_view body, const Options& options) {
  return lower_module(kernel(body), options).kernels.at(0)->registers;
}

/// A division keeps 9 registers for itself, which nobody names: beside the value that is kept, the
/// two operands and the pair of the address make 5; the result takes an operand's place.
TEST(HiddenRegisters, ADivisionNeedsRoom) {
  const auto body = [](const std::string& op) {
    return "ld.global.f32 %f0, [%rd0]; ld.global.f32 %f1, [%rd0+4]; ld.global.f32 %f2, [%rd0+8];" +
           op + " %f3, %f0, %f1; add.f32 %f4, %f3, %f2; st.global.f32 [%rd0], %f4; ret;";
  };
  Options plain_code;
  plain_code.registers = RegisterCount::code;
  Options counted = plain_code;
  counted.count_hidden = true;
  EXPECT_EQ(registers_of(body("add.f32"), counted), registers_of(body("add.f32"), plain_code));
  EXPECT_EQ(registers_of(body("div.rn.f32"), plain_code), 5u);
  EXPECT_EQ(registers_of(body("div.rn.f32"), counted), 14u);
}

/// printf is a call by the ABI: 24 registers, of which ptxas keeps three for itself.
TEST(HiddenRegisters, ACallOutOfTheModuleTakesTheAbisRegisters) {
  const std::string text =
      ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 v);\n" +
      kernel(
          "{ .param .b64 p0; .param .b64 p1; .param .b32 q; st.param.b64 [p0], %rd0;"
          "st.param.b64 [p1], %rd1; call.uni (q), vprintf, (p0, p1); ld.param.b32 %r1, [q]; }"
          "ret;");
  EXPECT_EQ(lower_module(text).kernels.at(0)->registers, 21u);
}

/// What the code needs here and what it would need there: a count, and no change of the code.
TEST(RegisterCount, IsOfTheAssemblersFormUnlessToldOtherwise) {
  std::string body;
  for (int i = 0; i < 8; ++i) {
    body +=
        fmt::format("ld.global.u32 %r{}, [%rd0+{}]; add.s32 %r1, %r1, %r{};", i + 2, 4 * i, i + 2);
  }
  body += "st.global.u32 [%rd1], %r1; ret;";
  Options code;
  code.registers = RegisterCount::code;
  EXPECT_EQ(lowered(body), lowered(body, code));
  // Eight loads are under way at once; in the order of the text one is.
  EXPECT_LE(registers_of(body, code), 6u);
  EXPECT_GE(registers_of(body, {}), 11u);
}

/// Four addresses are under way at once; each is a pair, or one register of a machine with 32-bit
/// addresses.
TEST(RegisterCount, OfNarrowAddressesIsSmaller) {
  std::string body = "ld.param.u64 %rd0, [a];";
  for (int i = 1; i < 5; ++i) {
    body += fmt::format(
        "ld.global.u32 %r{}, [%rd0+{}]; mul.wide.u32 %rd9, %r{}, 4; add.s64 %rd{}, %rd0, %rd9;", i,
        4 * i, i, i);
  }
  body += "bar.sync 0;";
  for (int i = 1; i < 5; ++i) body += fmt::format("st.global.u32 [%rd{}], %r{};", i, 5 - i);
  Options narrow;
  narrow.address_bits = 32;
  // Four values and four addresses live through the barrier.
  EXPECT_GE(registers_of(body + "ret;", {}), 12u);
  EXPECT_LT(registers_of(body + "ret;", narrow), registers_of(body + "ret;", {}));
  EXPECT_GE(registers_of(body + "ret;", narrow), 8u);
}

}  // namespace
}  // namespace heddle::compile
