// Pairs of 8-bit floats, whose values the OCP's 8-bit floating point specification defines; their
// NaNs, and what .satfinite makes of infinity, as measured on an NVIDIA H200.
#include <cmath>

#include "cases/float_rules.hpp"

namespace heddle::test {
namespace {

constexpr U64 kNan8 = 0x7F;

struct Fp8 {
  Format format;
  U64 largest;  ///< finite number
};
constexpr Fp8 kE4M3{{8, 3}, 0x7E}, kE5M2{{8, 2}, 0x7B};

bool is_nan(const Fp8& fp8, U64 byte) {
  const U64 magnitude = byte & 0x7F;
  return magnitude == kNan8 || (fp8.format.fraction_bits == 2 && magnitude > 0x7C);
}

/// The magnitude of a finite number, also of f16 and f32, is exact in a double.
double size_of(Format format, U64 bits) {
  const U64 hidden = U64{1} << format.fraction_bits;
  const U64 field = (bits & format.infinity()) >> format.fraction_bits;
  const U64 significand = bits % hidden + (field == 0 ? 0 : hidden);
  const int exponent = static_cast<int>(field == 0 ? 1 : field);
  return std::ldexp(static_cast<double>(significand),
                    exponent - format.bias() - format.fraction_bits);
}

/// The nearest number, of two the one with an even code; beyond the largest, the largest.
U64 to_byte(const Fp8& fp8, const Modifiers& m, Format from, U64 bits) {
  if (from.is_nan(bits)) return kNan8;
  const U64 sign = from.is_negative(bits) ? 0x80 : 0;
  if (m.relu && sign != 0) return 0;
  const double size = from.is_infinite(bits) ? HUGE_VAL : size_of(from, bits);
  U64 byte = 0;
  for (; byte < fp8.largest; ++byte) {
    const double middle = (size_of(fp8.format, byte) + size_of(fp8.format, byte + 1)) / 2;
    if (size < middle || (size == middle && byte % 2 == 0)) break;
  }
  return sign | byte;
}

U64 to_half(const Fp8& fp8, const Modifiers& m, U64 byte) {
  if (is_nan(fp8, byte)) return canonical_nan(kF16);
  if (m.relu && byte >= 0x80) return 0;
  const U64 sign = byte >= 0x80 ? kF16.sign_bit() : 0;
  if (fp8.format.fraction_bits == 2 && byte % 0x80 == 0x7C) return sign | kF16.infinity();
  return sign | round(exact(fp8.format, byte % 0x80), kF16, isa::Rounding::rn);
}

void add_fp8(OpCases& cases, const std::string& type, Fp8 fp8) {
  add(cases, "cvt.rn.satfinite{,.relu}." + type + ".f32", [=](const Modifiers& m, F32 a, F32 b) {
    return static_cast<U16>(to_byte(fp8, m, kF32, a.bits) * 256 + to_byte(fp8, m, kF32, b.bits));
  });
  add(cases, "cvt.rn.satfinite{,.relu}." + type + ".f16x2", [=](const Modifiers& m, Pack<F16> a) {
    return static_cast<U16>(to_byte(fp8, m, kF16, a.bits >> 16) * 256 +
                            to_byte(fp8, m, kF16, a.bits & 0xFFFF));
  });
  add(cases, "cvt.rn{,.relu}.f16x2." + type, [=](const Modifiers& m, U16 a) {
    return static_cast<U32>(to_half(fp8, m, a / 256u) << 16 | to_half(fp8, m, a % 256u));
  });
}

}  // namespace

OpCases fp8_cases() {
  OpCases cases;
  add_fp8(cases, "e4m3x2", kE4M3);
  add_fp8(cases, "e5m2x2", kE5M2);
  return cases;
}

}  // namespace heddle::test
