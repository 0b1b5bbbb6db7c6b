#include "heddle/isa/program.hpp"
#include "op_case.hpp"

namespace heddle::test {
namespace {

using isa::Op;

/// Elements of `width` bits of a word, each a destination; some are left out.
LaneResult elements(U32 word, unsigned width, unsigned left_out) {
  LaneResult result;
  for (unsigned i = 0; i < 32 / width; ++i) {
    if ((left_out >> i & 1) != 0) continue;
    result.bits[i] = word / (U64{1} << (i * width)) % (U64{1} << width);
    result.widths[i] = 32;
  }
  return result;
}

bool is_inside(U64 address, U64 start, U64 bytes) {
  return address >= start && address < start + bytes;
}

}  // namespace

OpCases move_cases() {
  OpCases cases;
  add(cases, "mov.{b16,u16,s16,f16,bf16}", [](U16 a) { return a; });
  add(cases, "mov.{b32,u32,s32,f32,f16x2,bf16x2}", [](U32 a) { return a; });
  add(cases, "mov.{b64,u64,s64,f64}", [](U64 a) { return a; });
  add(cases, "mov.pred", [](bool a) { return a; });
  add(cases, Op::pack_b16x2, [](U16 low, U16 high) { return high * 0x10000u + low; });
  add(cases, Op::pack_b8x4,
      [](U8 a, U8 b, U8 c, U8 d) { return a + b * 0x100u + c * 0x10000u + d * 0x1000000u; });
  for (const unsigned left_out : {0u, 1u, 2u}) {
    add(cases, Op::unpack_b16x2, [=](U32 a) { return elements(a, 16, left_out); });
  }
  for (const unsigned left_out : {0u, 1u, 6u, 8u}) {
    add(cases, Op::unpack_b8x4, [=](U32 a) { return elements(a, 8, left_out); });
  }
  add(cases, "isspacep.shared",
      [](Address a) { return is_inside(a.value, isa::kSharedWindow, isa::kSharedWindowBytes); });
  add(cases, "isspacep.shared::cluster", [](Address a) {
    return is_inside(a.value, isa::kSharedWindow, isa::kSharedWindowBytes) ||
           is_inside(a.value, isa::kClusterWindow, isa::kClusterWindowBytes);
  });
  add(cases, "isspacep.local",
      [](Address a) { return is_inside(a.value, isa::kLocalWindow, isa::kLocalWindowBytes); });
  add(cases, "and.pred", [](bool a, bool b) { return a && b; });
  add(cases, "or.pred", [](bool a, bool b) { return a || b; });
  add(cases, "xor.pred", [](bool a, bool b) { return a != b; });
  add(cases, "not.pred", [](bool a) { return !a; });
  return cases;
}

}  // namespace heddle::test
