#include "heddle/exec/matrix/number.hpp"

#include <bit>

namespace heddle::exec {
namespace {

std::uint32_t sign_of(const FloatFormat& format, bool negative) {
  return std::uint32_t{negative} << (format.exponent_bits + format.fraction_bits);
}

/// Returns value / 2^by for a magnitude, rounded. A negative `by` multiplies.
std::uint64_t shifted(std::uint64_t value, int by, ResultRounding rounding) {
  if (by <= 0) return value << -by;
  if (by > 63) return 0;
  const std::uint64_t whole = value >> by;
  if (rounding == ResultRounding::toward_zero) return whole;
  const std::uint64_t half = std::uint64_t{1} << (by - 1);
  const std::uint64_t rest = value & (2 * half - 1);
  return whole + (rest > half || (rest == half && (whole & 1) != 0) ? 1 : 0);
}

}  // namespace

FloatFormat format_of(isa::Type type) {
  switch (type) {
    case isa::Type::f16:
      return {.exponent_bits = 5, .fraction_bits = 10};
    case isa::Type::bf16:
      return {.exponent_bits = 8, .fraction_bits = 7};
    case isa::Type::tf32:
      return {.exponent_bits = 8, .fraction_bits = 10, .unused_bits = 13};
    default:
      return {};
  }
}

Number decode(std::uint32_t bits, const FloatFormat& format) {
  bits >>= format.unused_bits;
  const std::uint32_t all_ones = (1u << format.exponent_bits) - 1;
  const std::uint32_t field = bits >> format.fraction_bits & all_ones;
  const std::uint32_t fraction = bits & ((1u << format.fraction_bits) - 1);
  Number number;
  number.negative = (bits >> (format.exponent_bits + format.fraction_bits) & 1u) != 0;
  if (field == all_ones) {
    number.kind = fraction == 0 ? Number::Kind::infinite : Number::Kind::nan;
    return number;
  }
  const auto magnitude =
      static_cast<std::int32_t>(fraction | (field == 0 ? 0 : 1u << format.fraction_bits));
  number.significand = number.negative ? -magnitude : magnitude;
  number.exponent = field == 0 ? format.least() : static_cast<std::int32_t>(field) - format.bias();
  return number;
}

std::uint32_t encode(std::int64_t sum, int exponent, const FloatFormat& format,
                     ResultRounding rounding) {
  if (sum == 0) return 0;
  const bool negative = sum < 0;
  const std::uint64_t magnitude =
      negative ? ~static_cast<std::uint64_t>(sum) + 1 : static_cast<std::uint64_t>(sum);
  const int fraction = static_cast<int>(format.fraction_bits);
  const int top = static_cast<int>(std::bit_width(magnitude)) - 1 + exponent;
  const int kept = top < format.least() ? format.least() : top;  // exponent of the result
  // With the leading bit at `fraction_bits`, the exponent field is one less than the number that
  // the leading bit carries into it.
  const std::uint64_t rounded = shifted(magnitude, kept - fraction - exponent, rounding);
  const std::uint64_t bits =
      (static_cast<std::uint64_t>(kept - format.least()) << fraction) + rounded;
  if (bits >= infinity_of(format, false)) return infinity_of(format, negative);
  return static_cast<std::uint32_t>(bits) | sign_of(format, negative);
}

std::uint32_t infinity_of(const FloatFormat& format, bool negative) {
  return ((1u << format.exponent_bits) - 1) << format.fraction_bits | sign_of(format, negative);
}

std::uint32_t nan_of(const FloatFormat& format) { return sign_of(format, true) - 1; }

}  // namespace heddle::exec
