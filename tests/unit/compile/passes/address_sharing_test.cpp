// Address arithmetic that was done before is not done again.
#include "heddle/compile/passes/address_sharing.hpp"

#include <cstddef>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

using testing::ElementsAre;

/// Only the pass, and what removes the copies that it leaves.
std::vector<std::string> shared(std::string_view body) {
  Options options = plain();
  options.share_addresses = options.propagate_copies = options.remove_dead_code = true;
  return lowered(body, options);
}
std::vector<std::string> unshared(std::string_view body) {
  Options options = plain();
  options.propagate_copies = options.remove_dead_code = true;
  return lowered(body, options);
}

TEST(AddressSharing, TakesTheResultOfTheSameBlock) {
  EXPECT_THAT(
      shared("ld.param.u32 %r0, [n]; ld.param.u64 %rd0, [a];"
             "mul.wide.s32 %rd1, %r0, 4; add.s64 %rd2, %rd0, %rd1; ld.global.u32 %r1, [%rd2];"
             "mul.wide.s32 %rd3, %r0, 4; add.s64 %rd4, %rd3, %rd0;"
             "st.global.u32 [%rd4+4], %r1; ret;"),
      ElementsAre("mul_wide_s32 r3:4 = param[16], 4", "add_b64 r5:6 = param[0], r3:4",
                  "ld.global.u32 r7 = [r5:6]", "st.global.u32 [r5:6 + 4], r7", "exit"));
}

TEST(AddressSharing, TakesTheResultOfABlockOnEveryPath) {
  EXPECT_THAT(shared("mov.u32 %r0, %tid.x; shl.b32 %r1, %r0, 2; st.shared.u32 [%r1], %r0;"
                     "setp.lt.s32 %p0, %r0, 9; @%p0 bra m; mov.u32 %r2, %tid.x;"
                     "shl.b32 %r3, %r2, 2; st.shared.u32 [%r3+128], %r0;\nm: ret;"),
              ElementsAre("sreg.u32 r4 = tid_x", "shl_b32 r1 = r4, 2", "st.shared.u32 [r1], r4",
                          "setp_s32.lt p0 = r4, 9", "@p0 bra 6, meet 6",
                          "st.shared.u32 [r1 + 128], r4", "exit"));
}

/// The left path's result is not there on the right one, nor behind both.
TEST(AddressSharing, PathsKeepTheirOwn) {
  const std::string_view body =
      "ld.param.u32 %r0, [n]; setp.lt.s32 %p0, %r0, 9; @%p0 bra right; shl.b32 %r1, %r0, 2;"
      "st.shared.u32 [%r1], %r0; bra.uni m;\nright: shl.b32 %r2, %r0, 2;"
      "st.shared.u32 [%r2+4], %r0;\nm: shl.b32 %r3, %r0, 2; st.shared.u32 [%r3+8], %r0; ret;";
  EXPECT_EQ(shared(body), unshared(body));
}

/// %r0 counts: the address moves with it.
TEST(AddressSharing, WhatChangedIsComputedAgain) {
  const std::string_view loop =
      "mov.u32 %r0, 0; shl.b32 %r1, %r0, 2; st.shared.u32 [%r1], %r0;\nl: shl.b32 %r2, %r0, 2;"
      "st.shared.u32 [%r2+4], %r0; add.s32 %r0, %r0, 1; setp.lt.s32 %p0, %r0, 9; @%p0 bra l; ret;";
  EXPECT_EQ(shared(loop), unshared(loop));
  const std::string_view block =
      "ld.param.u32 %r0, [n]; add.s32 %r0, %r0, 4; st.shared.u32 [%r0], %r0;"
      "add.s32 %r0, %r0, 4; st.shared.u32 [%r0], %r0; ret;";
  EXPECT_EQ(shared(block), unshared(block));
}

/// The first sum happened in some threads only.
TEST(AddressSharing, GuardedResultsAreNotTaken) {
  const std::string_view body =
      "ld.param.u32 %r0, [n]; setp.lt.s32 %p0, %r0, 9; @%p0 shl.b32 %r1, %r0, 2;"
      "@%p0 st.shared.u32 [%r1], %r0; shl.b32 %r2, %r0, 2; st.shared.u32 [%r2+4], %r0; ret;";
  EXPECT_EQ(shared(body), unshared(body));
}

/// Data is left alone, and so is what the clock says.
TEST(AddressSharing, IsOfAddressArithmeticOnly) {
  const std::string_view data =
      "ld.param.u32 %r0, [n]; mul.lo.s32 %r1, %r0, 3; st.shared.u32 [0], %r1;"
      "mul.lo.s32 %r2, %r0, 3; st.shared.u32 [4], %r2; ret;";
  EXPECT_EQ(shared(data), unshared(data));
  const std::string_view clock =
      "mov.u32 %r0, %clock; shl.b32 %r1, %r0, 2; st.shared.u32 [%r1], %r0;"
      "mov.u32 %r2, %clock; shl.b32 %r3, %r2, 2; st.shared.u32 [%r3], %r0; ret;";
  EXPECT_EQ(shared(clock), unshared(clock));
}

/// The bytes between the fields of the modifiers have any values.
TEST(AddressSharing, TakesWhatDiffersInNoField) {
  constexpr std::size_t kPadding = offsetof(isa::Modifiers, matrix) - 1;
  static_assert(kPadding > offsetof(isa::Modifiers, short_address));
  const auto sum = [](std::uint32_t to) {
    isa::Instruction made;
    made.op = isa::Op::add_b32;
    made.op_class = isa::OpClass::integer;
    made.destinations[0] = row_operand(to);
    made.sources = {row_operand(0), row_operand(1)};
    return made;
  };
  const auto store = [](std::uint32_t address) {
    isa::Instruction made;
    made.op = isa::Op::st;
    made.op_class = isa::OpClass::store;
    made.modifiers.space = isa::Space::shared;
    made.modifiers.type = isa::Type::u32;
    made.sources = {row_operand(address), row_operand(0)};
    return made;
  };
  isa::Instruction exit;
  exit.op = isa::Op::exit;
  exit.op_class = isa::OpClass::exit;
  Routine routine;
  routine.is_kernel = true;
  routine.rows = 4;
  routine.code = {sum(2), store(2), sum(3), store(3), exit};
  reinterpret_cast<unsigned char*>(&routine.code[0].modifiers)[kPadding] = 1;
  reinterpret_cast<unsigned char*>(&routine.code[2].modifiers)[kPadding] = 2;
  EXPECT_TRUE(share_addresses(routine));
  EXPECT_EQ(routine.code[2].op, isa::Op::mov_b32);
}

}  // namespace
}  // namespace heddle::compile
