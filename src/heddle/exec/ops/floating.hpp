// PTX's additions to IEEE arithmetic: flushing of subnormals, saturation, canonical NaNs, and the
// 16-bit formats.
#pragma once

#include <bit>
#include <cstdint>

#include "heddle/exec/ops/value.hpp"

namespace heddle::exec {

/// Single-precision arithmetic returns this NaN for every NaN operand.
inline constexpr U32 kNan = 0x7FFFFFFF;
/// Invalid double-precision operations return this NaN. If an operand is a NaN, the result is
/// instead that operand as a quiet NaN.
inline constexpr U64 kNan64 = 0xFFF8'0000'0000'0000;

inline U32 bits_of(float a) { return std::bit_cast<U32>(a); }
inline U64 bits_of(double a) { return std::bit_cast<U64>(a); }
inline float as_float(U32 bits) { return std::bit_cast<float>(bits); }
inline double as_double(U64 bits) { return std::bit_cast<double>(bits); }

inline bool is_nan(float a) { return a != a; }
inline bool is_nan(double a) { return a != a; }

inline float magnitude(float a) { return as_float(bits_of(a) & 0x7FFFFFFFu); }
inline double magnitude(double a) { return as_double(bits_of(a) & 0x7FFF'FFFF'FFFF'FFFF); }

/// A subnormal number becomes zero of the same sign.
inline float flush(float a) {
  const U32 bits = bits_of(a);
  return as_float((bits & 0x7F800000u) == 0 ? bits & 0x80000000u : bits);
}
inline float canonical(float a) { return is_nan(a) ? as_float(kNan) : a; }

/// Negative numbers and -0 become +0. A NaN stays a NaN.
inline float relu(float a) { return a <= 0 ? 0.0f : a; }
inline double relu(double a) { return a <= 0 ? 0.0 : a; }

/// Clamps to [0, 1]. NaN and -0 become +0.
inline float saturate(float a) { return a > 0 ? (a < 1 ? a : 1.0f) : 0.0f; }
inline double saturate(double a) { return a > 0 ? (a < 1 ? a : 1.0) : 0.0; }

inline double quiet(double a) { return as_double(bits_of(a) | 0x0008'0000'0000'0000); }

/// Returns the result of double-precision arithmetic on these operands. If operands are NaNs, the
/// result is one of these NaNs, made quiet: the second operand if it is a NaN, else the third, else
/// the first (measured on an NVIDIA H200).
inline double propagate(double result, double a) {
  const double nan = is_nan(a) ? quiet(a) : as_double(kNan64);
  return is_nan(result) ? nan : result;
}
inline double propagate(double result, double a, double b) {
  return propagate(result, is_nan(b) ? b : a);
}
inline double propagate(double result, double a, double b, double c) {
  return propagate(result, is_nan(c) ? c : a, b);
}

/// A value of a 16-bit format: f16 (5 exponent bits, 10 fraction bits) or bf16 (8 exponent bits, 7
/// fraction bits).
template <unsigned exponent_bits>
struct Short {
  static constexpr unsigned kExponentBits = exponent_bits;
  static constexpr unsigned kFractionBits = 15 - exponent_bits;
  static constexpr unsigned kSignBit = 15;
  static constexpr U32 kInfinity = ((1u << exponent_bits) - 1) << kFractionBits;
  static constexpr U32 kNan = 0x7FFF;

  U32 bits = 0;  ///< the value is in the low 16 bits; the high 16 bits are zero

  /// Takes the low 16 bits of a word.
  explicit Short(U32 word) : bits(word & 0xFFFFu) {}
};
using F16 = Short<5>;
using BF16 = Short<8>;

/// The 16-bit value in the high half of a word.
template <typename T>
struct High : T {
  explicit High(U32 word) : T(word >> 16) {}
  explicit High(T value) : T(value) {}
};

template <unsigned exponent_bits>
Short<exponent_bits> flush(Short<exponent_bits> a) {
  using Value = Short<exponent_bits>;
  return Value((a.bits & Value::kInfinity) == 0 ? a.bits & 0x8000u : a.bits);
}

template <bool ftz, typename T>
T flush_if(T a) {
  if constexpr (ftz) a = T(flush(a));
  return a;
}

/// Turns a result of single-precision arithmetic into the instruction's result.
template <bool ftz, bool sat>
float finish(float a) {
  if constexpr (sat) return saturate(flush_if<ftz>(a));
  return canonical(flush_if<ftz>(a));
}

inline float widen(float a) { return a; }
inline double widen(double a) { return a; }
inline float widen(BF16 a) { return as_float(a.bits << 16); }
inline float widen(F16 a) {
  const U32 magnitude = a.bits & 0x7FFFu;
  const U32 normal = (magnitude << 13) + ((127 - 15) << 23);
  const U32 subnormal = bits_of(static_cast<float>(static_cast<S32>(magnitude)) * 0x1p-24f);
  const U32 small = magnitude < 0x400 ? ~0u : 0;
  const U32 special = magnitude >= F16::kInfinity ? 0x7F800000u : 0;
  return as_float((a.bits & 0x8000u) << 16 | (subnormal & small) | (normal & ~small) | special);
}

}  // namespace heddle::exec
