// What PTX adds to IEEE arithmetic, for references.
#pragma once

#include "op_case.hpp"
#include "reference/exact.hpp"

namespace heddle::test {

inline Format format_of(F16) { return kF16; }
inline Format format_of(BF16) { return kBF16; }
inline Format format_of(F32) { return kF32; }
inline Format format_of(F64) { return kF64; }

inline isa::Rounding rounding_of(const Modifiers& m) {
  return m.rounding == isa::Rounding::none ? isa::Rounding::rn : m.rounding;
}

inline U64 flushed(Format format, U64 bits, bool ftz) {
  return ftz && format.is_subnormal(bits) ? bits & format.sign_bit() : bits;
}

/// Clamped to [0, 1]; NaN is 0.
inline U64 saturated(Format format, U64 bits) {
  const U64 one = static_cast<U64>(format.bias()) << format.fraction_bits;
  if (format.is_nan(bits) || format.is_negative(bits)) return 0;
  return bits > one ? one : bits;
}

/// The NaN that arithmetic returns in the formats that have just one.
inline U64 canonical_nan(Format format) { return format.sign_bit() - 1; }

/// A value that compares as the number does; NaN has none.
inline Exact value_of(Format format, U64 bits) {
  if (format.is_infinite(bits)) {
    return {format.is_negative(bits), Natural(1), 4000};
  }
  return exact(format, bits);
}
/// -1, 0, 1 as a is less than, equal to, greater than b.
inline int compare(Format format, U64 a, U64 b) {
  const Exact y = value_of(format, b);
  const Exact difference = value_of(format, a) + Exact{!y.negative, y.magnitude, y.exponent};
  if (difference.magnitude.is_zero()) return 0;
  return difference.negative ? -1 : 1;
}

inline Format with_more_exponents(Format format) {
  return {format.width + 2, format.fraction_bits};
}
/// The same value in the format with more exponents.
inline U64 extended(Format format, U64 bits) {
  const Format wide = with_more_exponents(format);
  const U64 sign = format.is_negative(bits) ? wide.sign_bit() : 0;
  if (format.is_nan(bits)) return canonical_nan(wide);
  if (format.is_infinite(bits)) return sign | wide.infinity();
  return sign | round(exact(format, bits & ~format.sign_bit()), wide, isa::Rounding::rn);
}
/// Whether a value with more exponents is below the normal numbers, but not zero.
inline bool is_tiny(Format format, U64 bits) {
  const Format wide = with_more_exponents(format);
  const auto smallest = static_cast<U64>(1 - format.bias() + wide.bias()) << format.fraction_bits;
  return !wide.is_zero(bits) && (bits & ~wide.sign_bit()) < smallest;
}

/// Arithmetic in a format with one NaN, with flushing and saturation.
struct Rules {
  Format format;
  Arithmetic arithmetic;
  bool ftz, saturate, relu;

  Rules(Format f, const Modifiers& m)
      : format(f),
        arithmetic{f, rounding_of(m), canonical_nan(f)},
        ftz(m.ftz),
        saturate(m.saturate),
        relu(m.relu) {}
  U64 in(U64 bits) const { return flushed(format, bits, ftz); }
  /// The result of `operation(arithmetic, bits...)`. With .ftz, it is flushed if it is below the
  /// normal numbers with an exponent of more bits (measured on an NVIDIA H200).
  template <typename Operation, typename... Bits>
  U64 apply(Operation operation, Bits... bits) const {
    const U64 result = out(operation(arithmetic, in(bits)...));
    if (!ftz) return result;
    const Arithmetic more{with_more_exponents(format), arithmetic.rounding,
                          canonical_nan(with_more_exponents(format))};
    const U64 unbounded = operation(more, extended(format, in(bits))...);
    return is_tiny(format, unbounded) ? out(result & format.sign_bit()) : result;
  }
  U64 out(U64 bits) const {
    bits = flushed(format, bits, ftz);
    if (relu && format.is_negative(bits) && !format.is_nan(bits)) return 0;
    return saturate ? saturated(format, bits) : bits;
  }
};

/// min and max of the PTX manual: NaN loses against a number, -0 is below +0.
U64 extreme_of(Format format, bool maximum, const Modifiers& m, U64 a, U64 b);

}  // namespace heddle::test
