#include "heddle/exec/matrix/dot_product.hpp"

#include <algorithm>
#include <cfenv>
#include <limits>

#include "heddle/exec/ops/floating.hpp"

namespace heddle::exec {
namespace {

using Kind = Number::Kind;

/// The terms of one block that are not finite.
struct Specials {
  bool nan = false, plus = false, minus = false;

  void add_infinity(bool negative) { (negative ? minus : plus) = true; }
  bool any() const { return nan || plus || minus; }
  std::uint32_t bits(const FloatFormat& format) const {
    return nan || (plus && minus) ? nan_of(format) : infinity_of(format, minus);
  }
};

void note_product(const Number& a, const Number& b, Specials& specials) {
  if (a.kind == Kind::finite && b.kind == Kind::finite) return;
  const auto is_zero = [](const Number& n) { return n.kind == Kind::finite && n.significand == 0; };
  if (a.kind == Kind::nan || b.kind == Kind::nan || is_zero(a) || is_zero(b))
    specials.nan = true;
  else
    specials.add_infinity(a.negative != b.negative);
}

/// Returns value * 2^by, truncated toward zero.
std::int64_t truncated(std::int64_t value, int by) {
  if (by >= 0) return value * (std::int64_t{1} << by);
  if (by < -62) return 0;
  return value < 0 ? -(-value >> -by) : value >> -by;
}

/// Adds the products of a block and c. All terms are finite.
std::uint32_t add_block(std::span<const Number> a, std::span<const Number> b, const Number& c,
                        const SumFormats& formats, const FloatFormat& of_c, const SumRules& rules) {
  constexpr int kNone = std::numeric_limits<int>::min();
  int largest = c.significand == 0 ? kNone : c.exponent;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].significand != 0 && b[i].significand != 0)
      largest = std::max(largest, a[i].exponent + b[i].exponent);
  }
  if (largest == kNone) return 0;
  if (rules.least_exponent) largest = std::max(largest, *rules.least_exponent);
  const int grid = largest - static_cast<int>(rules.fraction_bits);  // exponent of the last bit
  std::int64_t sum =
      truncated(c.significand, c.exponent - static_cast<int>(of_c.fraction_bits) - grid);
  const int fraction = 2 * static_cast<int>(formats.factors.fraction_bits);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::int64_t product = std::int64_t{a[i].significand} * b[i].significand;
    if (product != 0) sum += truncated(product, a[i].exponent + b[i].exponent - fraction - grid);
  }
  return encode(
      sum, grid, formats.d,
      formats.d.exponent_bits == 5 ? ResultRounding::to_nearest_even : ResultRounding::toward_zero);
}

}  // namespace

SumRules sum_rules(isa::MatrixArithmetic arithmetic, isa::Type elements) {
  switch (arithmetic) {
    case isa::MatrixArithmetic::volta:
      return {.fraction_bits = 23, .block = 4};
    case isa::MatrixArithmetic::turing:
      return {.fraction_bits = 24, .block = 8};
    case isa::MatrixArithmetic::ampere:
      return {.fraction_bits = 24,
              .block = elements == isa::Type::tf32 ? 4u : 8u,
              .least_exponent = -132};
  }
  return {};
}

std::uint32_t float_dot(std::span<const Number> a, std::span<const Number> b, std::uint32_t c,
                        const SumFormats& formats, const SumRules& rules) {
  FloatFormat of_sum = formats.c;
  for (std::size_t first = 0; first < a.size(); first += rules.block) {
    const std::size_t count = std::min<std::size_t>(rules.block, a.size() - first);
    const auto of_a = a.subspan(first, count), of_b = b.subspan(first, count);
    const Number sum = decode(c, of_sum);
    Specials specials;
    if (sum.kind == Kind::nan) specials.nan = true;
    if (sum.kind == Kind::infinite) specials.add_infinity(sum.negative);
    for (std::size_t i = 0; i < count; ++i) note_product(of_a[i], of_b[i], specials);
    c = specials.any() ? specials.bits(formats.d)
                       : add_block(of_a, of_b, sum, formats, of_sum, rules);
    of_sum = formats.d;
  }
  return c;
}

[[gnu::noipa]] static double fused_chain(std::span<const double> a, std::span<const double> b,
                                         double c) {
  for (std::size_t i = 0; i < a.size(); ++i)
    c = propagate(__builtin_fma(a[i], b[i], c), a[i], b[i], c);
  return c;
}

double double_dot(std::span<const double> a, std::span<const double> b, double c, int rounding) {
  if (rounding == FE_TONEAREST) return fused_chain(a, b, c);
  std::fesetround(rounding);
  const double sum = fused_chain(a, b, c);
  std::fesetround(FE_TONEAREST);
  return sum;
}

}  // namespace heddle::exec
