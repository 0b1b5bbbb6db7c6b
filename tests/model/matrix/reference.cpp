#include "reference.hpp"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace heddle::test {
namespace {

struct Format {
  int exponent_bits, fraction_bits;
  int least() const { return 2 - (1 << (exponent_bits - 1)); }
};
Format format_named(const std::string& type) {
  if (type == "f16") return {5, 10};
  if (type == "bf16") return {8, 7};
  if (type == "tf32") return {8, 10};
  return {8, 23};
}

double value_of(Bits bits, const std::string& type) {
  const Format format = format_named(type);
  if (type == "tf32") bits >>= 13;
  const Bits fraction = bits & ((Bits{1} << format.fraction_bits) - 1);
  const auto field =
      static_cast<int>(bits >> format.fraction_bits & ((Bits{1} << format.exponent_bits) - 1));
  const double sign = (bits >> (format.fraction_bits + format.exponent_bits) & 1) != 0 ? -1 : 1;
  if (field == (1 << format.exponent_bits) - 1)
    return fraction == 0 ? sign * INFINITY : std::numeric_limits<double>::quiet_NaN();
  const double significand =
      std::ldexp(static_cast<double>(fraction), -format.fraction_bits) + (field == 0 ? 0 : 1);
  return sign * std::ldexp(significand, field == 0 ? format.least() : field - 1 + format.least());
}

/// The exponent that a number has in its format: subnormal numbers have the least one.
int exponent_of(double value, const std::string& type) {
  return std::max(std::ilogb(value), format_named(type).least());
}

/// Rounds to f16 (to the nearest, ties to even) or f32 (toward zero).
Bits rounded(double value, const std::string& type) {
  const Format format = format_named(type);
  if (std::isnan(value)) return type == "f16" ? 0x7FFF : 0x7FFFFFFF;
  const Bits sign = std::signbit(value) && value != 0
                        ? Bits{1} << (format.exponent_bits + format.fraction_bits)
                        : 0;
  const Bits infinity = ((Bits{1} << format.exponent_bits) - 1) << format.fraction_bits;
  value = std::abs(value);
  if (std::isinf(value)) return sign | infinity;
  if (value == 0) return 0;
  const int exponent = exponent_of(value, type);
  const double scaled = std::ldexp(value, format.fraction_bits - exponent);
  const double whole = type == "f16" ? std::nearbyint(scaled) : std::trunc(scaled);
  const double result = std::ldexp(whole, exponent - format.fraction_bits);
  if (result == 0) return sign;
  const int top = std::ilogb(result);
  if (top > 1 - format.least()) return sign | infinity;
  const int kept = std::max(top, format.least());
  const auto significand = static_cast<Bits>(std::ldexp(result, format.fraction_bits - kept));
  const Bits hidden = Bits{1} << format.fraction_bits;
  if (significand < hidden) return sign | significand;
  return sign | static_cast<Bits>(kept - format.least() + 1) << format.fraction_bits |
         (significand - hidden);
}

/// One block: all terms, cut to whole multiples of the grid, then their sum, rounded.
Bits add_block(const std::vector<double>& a, const std::vector<double>& b, double c,
               const ProductTypes& types, const std::string& of_c, const AddRules& rules) {
  double special = c;
  bool is_special = !std::isfinite(c);
  int largest = c == 0 || is_special ? -100000 : exponent_of(c, of_c);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double product = a[i] * b[i];
    if (!std::isfinite(product)) is_special = true;
    special += product;
    if (product == 0 || is_special) continue;
    largest = std::max(largest, exponent_of(a[i], types.a) + exponent_of(b[i], types.b));
  }
  if (is_special) return rounded(special, types.d);
  if (largest == -100000) return 0;
  largest = std::max(largest, rules.least_exponent);
  const auto cut = [&](double term) {
    return std::trunc(std::ldexp(term, rules.fraction_bits - largest));
  };
  double sum = cut(c);
  for (std::size_t i = 0; i < a.size(); ++i) sum += cut(a[i] * b[i]);
  return rounded(std::ldexp(sum, largest - rules.fraction_bits), types.d);
}

Bits float_element(const std::vector<Bits>& a, const std::vector<Bits>& b, Bits c,
                   const ProductTypes& types) {
  const AddRules rules = rules_of(types.capability, types.a);
  std::string of_c = types.c;
  for (std::size_t first = 0; first < a.size(); first += rules.block) {
    std::vector<double> left, right;
    for (std::size_t i = first; i < std::min<std::size_t>(a.size(), first + rules.block); ++i) {
      left.push_back(value_of(a[i], types.a));
      right.push_back(value_of(b[i], types.b));
    }
    c = add_block(left, right, value_of(c, of_c), types, of_c, rules);
    of_c = types.d;
  }
  return c;
}

int integer_value(Bits bits, const std::string& type) {
  const int size = 1 << bits_of(type);
  const int value = static_cast<int>(bits);
  return type[0] == 's' && value >= size / 2 ? value - size : value;
}

Bits integer_element(const std::vector<Bits>& a, const std::vector<Bits>& b, Bits c,
                     const ProductTypes& types) {
  std::int64_t sum = static_cast<std::int32_t>(c);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (types.a == "b1")
      sum += static_cast<int>(types.is_and ? a[i] * b[i] : a[i] + b[i] == 1 ? 1 : 0);
    else
      sum += integer_value(a[i], types.a) * integer_value(b[i], types.b);
  }
  const std::int64_t top = 0x7FFFFFFF;
  if (types.clamps) sum = std::max(-top - 1, std::min(top, sum));
  return static_cast<std::uint32_t>(sum);
}

/// In the extended precision of the host, the product of two doubles does not fit, so the fused
/// multiply-add is the C library's, which is exact. A NaN comes from the factor B, then C, then A.
Bits double_element(const std::vector<Bits>& a, const std::vector<Bits>& b, Bits c,
                    const ProductTypes& types) {
  const Bits quiet = 0x0008'0000'0000'0000;
  const std::string& mode = types.rounding;
  std::fesetround(mode == "rz"   ? FE_TOWARDZERO
                  : mode == "rm" ? FE_DOWNWARD
                  : mode == "rp" ? FE_UPWARD
                                 : FE_TONEAREST);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = std::bit_cast<double>(a[i]), y = std::bit_cast<double>(b[i]);
    const double z = std::bit_cast<double>(c);
    volatile double sum = std::fma(x, y, z);
    if (!std::isnan(sum))
      c = std::bit_cast<Bits>(static_cast<double>(sum));
    else if (std::isnan(y))
      c = b[i] | quiet;
    else if (std::isnan(z))
      c |= quiet;
    else
      c = std::isnan(x) ? a[i] | quiet : 0xFFF8'0000'0000'0000;
  }
  std::fesetround(FE_TONEAREST);
  return c;
}

}  // namespace

unsigned bits_of(const std::string& type) {
  if (type == "tf32") return 32;
  return static_cast<unsigned>(std::stoul(type.substr(type.find_first_of("0123456789"))));
}

AddRules rules_of(unsigned capability, const std::string& elements) {
  if (capability < 75) return {4, 23};
  if (capability < 80) return {8, 24};
  return {elements == "tf32" ? 4u : 8u, 24, -132};
}

Matrix product(const Matrix& a, const Matrix& b, const Matrix& c, const ProductTypes& types) {
  Matrix d = c;
  for (std::size_t row = 0; row < a.size(); ++row) {
    for (std::size_t column = 0; column < b.size(); ++column) {
      Bits& to = d[row][column];
      if (types.d == "s32")
        to = integer_element(a[row], b[column], to, types);
      else if (types.d == "f64")
        to = double_element(a[row], b[column], to, types);
      else
        to = float_element(a[row], b[column], to, types);
    }
  }
  return d;
}

Bits draw(const std::string& type, std::mt19937& random) {
  const unsigned bits = bits_of(type);
  const Bits any = (Bits{random()} << 32 | random()) & (~Bits{0} >> (64 - bits));
  const bool is_float = type[0] == 'f' || type[0] == 'b' || type[0] == 't';
  if (!is_float || type == "b1") return any;
  const unsigned fraction = type == "f64" ? 52
                            : type == "tf32"
                                ? 23
                                : static_cast<unsigned>(format_named(type).fraction_bits);
  const Bits sign = any & Bits{1} << (bits - 1);
  const Bits infinity = (~Bits{0} >> (65 - bits)) >> fraction << fraction;
  const Bits one = infinity >> 1 & infinity;
  switch (random() % 64) {
    case 0:
      return any;  // any exponent, also the NaNs
    case 1:
      return sign;
    case 2:
      return sign | (any & ((Bits{1} << fraction) - 1));  // subnormal
    case 3:
      return sign | (infinity - 1);  // the largest
    case 4:
      return random() % 8 == 0 ? sign | infinity : sign | 1;
    case 5:
      return random() % 8 == 0 ? sign | infinity | Bits{1} << (fraction - 1) : sign | one;
    default:
      break;
  }
  // An exponent within 8 of that of one.
  const Bits exponent = one + (Bits{random() % 9} << fraction) - (Bits{4} << fraction);
  return sign | exponent | (any & ((Bits{1} << fraction) - 1));
}

}  // namespace heddle::test
