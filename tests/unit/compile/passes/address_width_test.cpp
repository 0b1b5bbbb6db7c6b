// Addresses of one register: what feeds only addresses becomes 32-bit arithmetic, and what is used
// otherwise keeps its 64 bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Options narrow() {
  Options options;
  options.address_bits = 32;
  options.assign_registers = false;
  return options;
}

/// %rd2 is a + 4 * n: an address that a load reads, too.
std::vector<std::string> with_address(std::string_view rest) {
  const std::string start =
      "ld.param.u64 %rd0, [a]; cvta.to.global.u64 %rd0, %rd0; ld.param.u32 %r0, [n];"
      "mul.wide.s32 %rd1, %r0, 4; add.s64 %rd2, %rd0, %rd1; ld.global.u32 %r1, [%rd2+4];"
      "st.global.u32 [%rd0], %r1;";
  return lowered(start + std::string(rest) + "ret;", narrow());
}

TEST(NarrowAddresses, WhatFeedsAnAddressAloneTakes32Bits) {
  EXPECT_THAT(with_address("st.global.u32 [%rd2], %r1;"),
              ElementsAre("mad_lo_b32 r5 = param[16], 4, param[0]", "ld.global.u32 r7 = [r5 + 4]",
                          "st.global.u32 [param[0]], r7", "st.global.u32 [r5], r7", "exit"));
}

TEST(NarrowAddresses, AreOfMachinesWith32BitAddressesOnly) {
  const std::string body =
      "ld.param.u64 %rd0, [a]; ld.global.u64 %rd1, [%rd0]; ld.global.u32 %r0, [%rd1];"
      "st.global.u32 [%rd0], %r0; ret;";
  Options wide = narrow(), off = narrow();
  wide.address_bits = 64;
  off.narrow_addresses = false;
  EXPECT_THAT(lowered(body, narrow()), Contains("ld.global.u32 r4 = [r2]"));
  EXPECT_THAT(lowered(body, wide), Contains("ld.global.u32 r4 = [r2:3]"));
  EXPECT_EQ(lowered(body, off), lowered(body, wide));
}

/// The high half of the pointer would feed itself alone, round by round.
TEST(NarrowAddresses, PointersThatALoopMovesTake32Bits) {
  EXPECT_THAT(lowered("ld.param.u64 %rd0, [a]; mov.u64 %rd1, %rd0;\n"
                      "l: ld.global.u32 %r1, [%rd1]; add.s64 %rd2, %rd1, 4; mov.u64 %rd1, %rd2;"
                      "setp.lt.s32 %p0, %r1, 9; @%p0 bra l; st.global.u32 [%rd1], %r1; ret;",
                      narrow()),
              ElementsAre("mov_b32 r2 = param[0]", "ld.global.u32 r4 = [r2]", "add_b32 r5 = r2, 4",
                          "mov_b32 r2 = r5", "setp_s32.lt p0 = r4, 9", "@p0 bra 1, loop, meet 6",
                          "st.global.u32 [r2], r4", "exit"));
}

struct Use {
  const char* name;
  const char* body;    ///< of the address %rd2
  const char* wanted;  ///< the instruction that needs all of it
};

class WideUse : public testing::TestWithParam<Use> {};

/// The accesses read the low half, but the sum that made it has 64 bits.
TEST_P(WideUse, Keeps64Bits) {
  const auto lines = with_address(GetParam().body);
  EXPECT_THAT(lines, Contains("mad_wide_s32 r5:6 = param[16], 4, param[0]"));
  EXPECT_THAT(lines, Contains("ld.global.u32 r7 = [r5 + 4]"));
  EXPECT_THAT(lines, Contains(HasSubstr(GetParam().wanted)));
}

constexpr Use kUses[] = {
    {"Stored", "st.global.u64 [%rd2+8], %rd2;", "st.global.u64 [r5 + 8], r5:6"},
    {"Subtracted", "ld.param.u64 %rd4, [b]; sub.s64 %rd3, %rd2, %rd4; st.global.u64 [%rd2], %rd3;",
     "sub_b64 r10:11 = r5:6, param[8]"},
    {"Compared",
     "ld.param.u64 %rd4, [b]; setp.lt.u64 %p0, %rd2, %rd4; @%p0 st.global.u32 [%rd2], %r1;",
     "setp_u64.lt p0 = r5:6, param[8]"},
    {"Divided", "div.u64 %rd3, %rd2, 24; st.global.u32 [%rd2], %rd3;", "= r5:6, 24"},
    {"ShiftedRight", "shr.u64 %rd3, %rd2, 7; st.global.u32 [%rd2], %rd3;", "= r5, r6, 7"},
    {"Converted", "cvt.rn.f64.u64 %fd0, %rd2; st.global.f64 [%rd2], %fd0;", "= r5:6"},
    {"Exchanged", "atom.global.exch.b64 %rd3, [%rd2], %rd2; st.global.u64 [%rd2], %rd3;",
     "= [r5], r5:6"},
    {"Asked",
     "cvta.global.u64 %rd3, %rd2; isspacep.shared %p0, %rd3;"
     "@%p0 st.global.u32 [%rd2], %r1;",
     "isspacep.shared p0 = r5:6"},
};
INSTANTIATE_TEST_SUITE_P(Each, WideUse, testing::ValuesIn(kUses),
                         [](const auto& use) { return use.param.name; });

/// What is passed on may be used in any way there.
TEST(NarrowAddresses, ArgumentsOfFunctionsKeep64Bits) {
  Options options = narrow();
  const auto lines = lines_of(lower_module(
      ".func f(.param .b64 x) { .reg .b64 %rd<2>; ld.param.u64 %rd0, [x];"
      "st.global.u64 [%rd0], %rd0; ret; }" +
          kernel("ld.param.u64 %rd0, [a]; ld.param.u32 %r0, [n]; mul.wide.s32 %rd1, %r0, 4;"
                 "add.s64 %rd2, %rd0, %rd1; { .param .b64 x; st.param.b64 [x], %rd2;"
                 "call f, (x); } st.global.u32 [%rd2], %r0; ret;"),
      options));
  EXPECT_THAT(lines, Contains(HasSubstr("mad_wide_s32")));
  EXPECT_THAT(lines, Contains("st.global.u64 [r0], r0:1"));
}

/// Offsets below the base, and indices that wrap in 32 bits before they are extended.
TEST(NarrowAddresses, OffsetsKeepTheirSigns) {
  EXPECT_THAT(lowered("ld.param.u64 %rd0, [a]; ld.param.u32 %r0, [n]; add.s32 %r1, %r0, -3;"
                      "cvt.s64.s32 %rd1, %r1; shl.b64 %rd2, %rd1, 3; add.s64 %rd3, %rd0, %rd2;"
                      "ld.global.u32 %r2, [%rd3+-16]; st.global.u32 [%rd0], %r2; ret;",
                      narrow()),
              Contains(HasSubstr(" - 16]")));
}

}  // namespace
}  // namespace heddle::compile
