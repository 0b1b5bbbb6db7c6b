// The numbers that a matrix unit multiplies and adds: significand and exponent as the bits give
// them. A subnormal number keeps the smallest exponent and is not normalized.
#pragma once

#include <cstdint>

#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::exec {

struct FloatFormat {
  unsigned exponent_bits = 8, fraction_bits = 23;
  /// Bits of a word below the format's last bit: 13 for a tf32, which is in the high bits of a
  /// word.
  unsigned unused_bits = 0;

  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  /// Exponent of subnormal numbers and of the smallest normal ones.
  constexpr int least() const { return 1 - bias(); }
};

/// The format of f16, bf16, tf32 or f32.
FloatFormat format_of(isa::Type type);

/// The value significand * 2^(exponent - fraction bits), for a finite number. The sign is the
/// significand's, so -0 is 0.
struct Number {
  enum class Kind : std::uint8_t { finite, infinite, nan } kind = Kind::finite;
  bool negative = false;
  std::int32_t exponent = 0;
  std::int32_t significand = 0;
};

Number decode(std::uint32_t bits, const FloatFormat& format);

/// How a result is rounded to a format. Both round a result beyond the format's range to infinity.
enum class ResultRounding : std::uint8_t { to_nearest_even, toward_zero };

/// Returns the bits of sum * 2^exponent in a format. A zero is +0.
std::uint32_t encode(std::int64_t sum, int exponent, const FloatFormat& format,
                     ResultRounding rounding);

std::uint32_t infinity_of(const FloatFormat& format, bool negative);

/// The NaN that matrix units return: all bits but the sign are set.
std::uint32_t nan_of(const FloatFormat& format);

}  // namespace heddle::exec
