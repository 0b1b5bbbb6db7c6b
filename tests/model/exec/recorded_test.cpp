// What an NVIDIA H200 computed (programs of ptxas 13.0 for sm_90), where the PTX manual leaves a
// result open or the hardware differs from it.
#include <initializer_list>

#include <gtest/gtest.h>

#include "heddle/exec/ops/operation.hpp"
#include "heddle/isa/op_pattern.hpp"
#include "heddle/isa/operands.hpp"
#include "values.hpp"

namespace heddle::test {
namespace {

struct Recorded {
  const char* spelling;
  std::initializer_list<U64> sources;
  U64 result;
};

/// The result of the operation in all lanes; of a predicate 0 or 1. Sources have two rows each.
U64 compute(const Recorded& recorded) {
  const auto match = isa::OpMatcher().match(recorded.spelling);
  isa::Instruction instruction;
  instruction.op = match->op;
  instruction.modifiers = match->modifiers;
  alignas(128) U32 rows[5][2][kWarpSize] = {};
  LaneMask predicate = 0;
  exec::Operands operands{};
  std::size_t position = 0;
  for (const U64 value : recorded.sources) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      rows[position][0][lane] = static_cast<U32>(value);
      rows[position][1][lane] = static_cast<U32>(value >> 32);
    }
    instruction.sources[position].kind = isa::OperandKind::row;
    operands.source[position] = rows[position][0];
    ++position;
  }
  instruction.destinations[0].kind = isa::OperandKind::row;
  operands.destination[0] = rows[4][0];
  operands.predicate_destination[0] = &predicate;
  operands.mask = kAllLanes;
  operands.instruction = &instruction;
  exec::bind(instruction)(operands);
  const unsigned lane = 17;
  return rows[4][0][lane] | U64{rows[4][1][lane]} << 32 | (predicate >> lane & 1);
}

constexpr Recorded kRecorded[] = {
    {"testp.normal.f32", {0x0}, 0x1},
    {"testp.normal.f32", {0x80000000}, 0x1},
    {"testp.normal.f64", {0x0}, 0x1},
    {"testp.normal.f64", {0x8000000000000000}, 0x1},
    {"rem.s32", {0x0, 0x0}, 0xFFFFFFFF},
    {"rem.s32", {0x1, 0x0}, 0xFFFFFFFF},
    {"rem.u64", {0x80808080, 0x0}, 0xFFFFFFFFFFFFFFFF},
    {"rem.u64", {0xFF, 0x0}, 0xFFFFFFFFFFFFFFFF},
    {"rem.s64", {0x80808080, 0x0}, 0xFFFFFFFFFFFFFFFF},
    {"rem.s64", {0xFF, 0x0}, 0xFFFFFFFFFFFFFFFF},
    {"mul.rn.ftz.f32", {0xFFFFFF, 0xBF000000}, 0x80000000},
    {"mul.rn.ftz.f32", {0x800000, 0x3F7FFFFF}, 0x0},
    {"mul.rm.ftz.f32", {0xFFFFFF, 0xBF000000}, 0x80000000},
    {"mul.rm.ftz.f32", {0x80800000, 0x3F7FFFFF}, 0x80000000},
    {"mul.rp.ftz.sat.f32", {0x3F7FFFFF, 0x800000}, 0x0},
    {"mul.rp.ftz.sat.f32", {0x3EFFFFFF, 0xFFFFFF}, 0x0},
    {"fma.rn.ftz.f32", {0xFFFFFF, 0xBF000000, 0x807FFFFF}, 0x80000000},
    {"fma.rn.ftz.f32", {0x800000, 0x3F7FFFFF, 0x7FFFFF}, 0x0},
    {"mad.rp.ftz.f32", {0x800000, 0x3F7FFFFF, 0x7FFFFF}, 0x0},
    {"mad.rp.ftz.f32", {0x3EFFFFFF, 0xFFFFFF, 0x80000001}, 0x0},
    {"div.rn.ftz.f32", {0x3F7FFFFF, 0x7E800000}, 0x0},
    {"div.rm.ftz.f32", {0x80800000, 0x3F800001}, 0x80000000},
    {"div.rm.ftz.f32", {0xBF800000, 0x7E800001}, 0x80000000},
    {"div.rp.ftz.f32", {0x800000, 0x3F800001}, 0x0},
    {"div.rp.ftz.f32", {0x3F800000, 0x7E800001}, 0x0},
    {"fma.rn.ftz.f32", {0x800000, 0xFFFFFF, 0x80800000}, 0x80800000},
    {"fma.rm.ftz.f32", {0x80800000, 0x9C9313D1, 0x80800000}, 0x80800000},
    {"fma.rn.ftz.f16x2", {0x4000000, 0x84000001, 0x4000002}, 0x4000000},
    {"cvt.rn.ftz.f32.f64", {0x380FFFFFFFFFFFFF}, 0x800000},
    {"cvt.rp.ftz.f32.f64", {0x380FFFFFFFFFFFFF}, 0x800000},
    {"rcp.rp.ftz.f32", {0x7E800001}, 0x0},
    {"mul.ftz.f16", {0x8400, 0x3BFF}, 0x8000},
    {"mul.ftz.f16", {0x3BFF, 0x8400}, 0x8000},
    {"fma.rn.ftz.f16", {0x3BFF, 0x400, 0x83FF}, 0x0},
    {"fma.rn.ftz.f16", {0x3BFF, 0x400, 0x200}, 0x0},
    {"mul.ftz.f16x2", {0x7C003BFF, 0x41008400}, 0x7C008000},
    {"mul.ftz.f16x2", {0x84008000, 0x3BFFBC00}, 0x80000000},
    {"rcp.approx.ftz.f64", {0x7FF0000000000001}, 0x0},
    {"rcp.approx.ftz.f64", {0x7FF0000020000000}, 0x0},
    {"bfe.u64", {0xFFFFFF, 0x80000000, 0x23}, 0x0},
    {"bfe.u64", {0xFFFFFFFFFFFFFFFF, 0x12C, 0xD}, 0x0},
    {"bfe.s64", {0xFFFFFF, 0x80000000, 0x23}, 0x0},
    {"bfe.s64", {0x7FFFFFFF, 0x101, 0x10}, 0x0},
    {"bfi.b64", {0x7F, 0x7FFFFFFFFFFFFFFE, 0x3, 0x101}, 0x3FE},
    {"bfi.b64", {0x7F80, 0x100000000, 0x3, 0x100}, 0x3FC00},
    {"add.f64", {0x7FF8000000000000, 0x7FF0000000000001}, 0x7FF8000000000001},
    {"add.f64", {0x7FF8000000000000, 0xFFF8123456789ABC}, 0xFFF8123456789ABC},
    {"fma.rn.f64",
     {0xFFF8123456789ABC, 0x7FF4000000000000, 0x7FF4000000000000},
     0x7FFC000000000000},
    {"fma.rn.f64",
     {0x7FF0000000000001, 0x4340000000000000, 0xFFF8123456789ABC},
     0xFFF8123456789ABC},
    {"min.f64", {0x7FF8000000000000, 0x7FF0000000000001}, 0x7FF8000000000001},
    {"min.f64", {0x7FF8000000000000, 0xFFF8123456789ABC}, 0xFFF8123456789ABC},
    {"abs.f64", {0x7FF0000000000001}, 0x7FF8000000000001},
    {"abs.f64", {0xFFF8123456789ABC}, 0xFFF8123456789ABC},
    {"neg.f64", {0x7FF8000000000000}, 0x7FF8000000000000},
    {"neg.f64", {0x7FF0000000000001}, 0x7FF8000000000001},
    {"cvt.f32.bf16", {0x7F81}, 0x7F810000},
    {"cvt.f32.bf16", {0x7F82}, 0x7F820000},
    {"cvt.f32.f32", {0x7FC00000}, 0x7FC00000},
    {"cvt.f32.f32", {0x7F800001}, 0x7F800001},
    {"cvt.f64.f64", {0x7FF0000000000001}, 0x7FF0000000000001},
    {"cvt.f64.f64", {0x7FF4000000000000}, 0x7FF4000000000000},
    {"cvt.ftz.f64.f32", {0x7FC00000}, 0x7FFFFFFFE0000000},
    {"cvt.ftz.f64.f32", {0x7F800001}, 0x7FFFFFFFE0000000},
    {"cvt.rn.f16.f64", {0x7FF8000000000000}, 0x7E00},
    {"cvt.rn.f16.f64", {0x7FF0000000000001}, 0x7E00},
    {"cvt.rz.bf16.f64", {0x7FF8000000000000}, 0x7FC0},
    {"cvt.rz.bf16.f64", {0x7FF0000000000001}, 0x7FC0},
    {"cvt.rn.tf32.f32", {0x7FC00000}, 0x7FFFE000},
    {"cvt.rn.tf32.f32", {0x7F800001}, 0x7FFFE000},
    {"cvt.rp.ftz.f32.f64", {0x7FF8000000000000}, 0x7FC00000},
    {"cvt.rp.ftz.f32.f64", {0x7FF0000000000001}, 0x7FC00000},
    {"cvt.rn.ftz.f32.f64", {0x380FFFFFE0000000}, 0x0},
    {"cvt.rp.ftz.f32.f64", {0x380FFFFFE0000000}, 0x0},
    {"rsqrt.approx.ftz.f64", {0x7FF0000000000001}, 0x0},
    {"sin.approx.f32", {0x80000001}, 0x80000000},
};

TEST(Recorded, ResultsAreThoseOfTheHardware) {
  for (const Recorded& recorded : kRecorded) {
    EXPECT_EQ(compute(recorded), recorded.result) << recorded.spelling;
  }
}

}  // namespace
}  // namespace heddle::test
