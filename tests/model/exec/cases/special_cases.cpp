// Approximate functions, within the errors that the PTX manual allows.
#include <cmath>

#include "cases/float_rules.hpp"

namespace heddle::test {
namespace {

double value(U64 bits) { return std::bit_cast<float>(static_cast<U32>(bits)); }

bool same_kind(U64 got, U64 expected) {
  if (kF32.is_nan(expected)) return got == canonical_nan(kF32);
  return !kF32.is_nan(got) && (got == expected || std::isfinite(value(got)));
}
/// In units of the last place of the expected result; subnormals have the smallest unit.
std::function<bool(U64, U64)> within_ulps(double bound) {
  return [bound](U64 got, U64 expected) {
    if (got == expected) return true;
    if (!same_kind(got, expected) || !std::isfinite(value(expected))) return false;
    const U64 units = got > expected ? got - expected : expected - got;
    return static_cast<double>(units) <= bound;
  };
}
std::function<bool(U64, U64)> within_relative(double bound) {
  return [bound](U64 got, U64 expected) {
    if (got == expected) return true;
    if (!same_kind(got, expected) || !std::isfinite(value(expected))) return false;
    const double rounding = 0x1p-24 * std::abs(value(expected)) + 0x1p-149;
    return std::abs(value(got) - value(expected)) <= bound * std::abs(value(expected)) + rounding;
  };
}
std::function<bool(U64, U64)> within_absolute(double bound) {
  return [bound](U64 got, U64 expected) {
    if (got == expected) return true;
    if (kF32.is_zero(expected)) return false;  // of a zero, with its sign
    return same_kind(got, expected) && std::abs(value(got) - value(expected)) <= bound;
  };
}

F32 nearest(long double value, bool ftz) {
  if (std::isnan(value)) return {static_cast<U32>(canonical_nan(kF32))};
  const float rounded = static_cast<float>(value);
  return {static_cast<U32>(flushed(kF32, std::bit_cast<U32>(rounded), ftz))};
}

/// A function of one operand, after flushing.
template <typename Function>
void add_function(OpCases& cases, const std::string& pattern, Function function,
                  std::function<bool(U64, U64)> accepts) {
  add(
      cases, pattern,
      [function](const Modifiers& m, F32 a) {
        const long double x = value(flushed(kF32, a.bits, m.ftz));
        return nearest(function(x), m.ftz);
      },
      std::move(accepts));
}

void add_angles(OpCases& cases) {
  // Up to a few turns: the manual's range. Beyond, only that the result is a sine.
  const auto small = [](long double x) { return std::abs(x) <= 100.0L; };
  for (const bool cosine : {false, true}) {
    add(
        cases, std::string(cosine ? "cos" : "sin") + ".approx{,.ftz}.f32",
        [=](const Modifiers& m, F32 a) {
          const long double x = value(flushed(kF32, a.bits, m.ftz));
          if (!std::isfinite(x)) return nearest(NAN, false);
          if (!small(x)) return nearest(2.0L, false);
          return nearest(cosine ? std::cos(x) : std::sin(x), m.ftz);
        },
        [](U64 got, U64 expected) {
          if (value(expected) == 2.0) return std::abs(value(got)) <= 1.0;
          return within_absolute(0x1p-20)(got, expected);
        });
  }
}

void add_logarithm(OpCases& cases) {
  add_function(
      cases, "lg2.approx{,.ftz}.f32", [](long double x) { return std::log2(x); },
      [](U64 got, U64 expected) {
        // Between 1/2 and 2 the bound is absolute.
        if (std::abs(value(expected)) <= 1.0) return within_absolute(0x1p-22)(got, expected);
        return within_relative(0x1p-22)(got, expected);
      });
}

U64 quotient(const Modifiers& m, U64 a, U64 b) {
  return Rules(kF32, m).apply([](const Arithmetic& x, U64 p, U64 q) { return x.div(p, q); }, a, b);
}

void add_quotients(OpCases& cases) {
  add(
      cases, "div.full{,.ftz}.f32",
      [](const Modifiers& m, F32 a, F32 b) {
        return F32{static_cast<U32>(quotient(m, a.bits, b.bits))};
      },
      within_ulps(2));
  // Divisors beyond 2^126 have a reciprocal of zero: zero, or NaN of an infinite dividend.
  add(
      cases, "div.approx{,.ftz}.f32",
      [](const Modifiers& m, F32 a, F32 b) {
        const Rules rules(kF32, m);
        const U64 x = rules.in(a.bits), y = rules.in(b.bits);
        const bool large = std::abs(value(y)) > 0x1p126 && !kF32.is_nan(x);
        if (large) {
          if (kF32.is_infinite(x)) return F32{static_cast<U32>(canonical_nan(kF32))};
          return F32{static_cast<U32>((x ^ y) & kF32.sign_bit())};
        }
        return F32{static_cast<U32>(quotient(m, a.bits, b.bits))};
      },
      within_ulps(2));
}

}  // namespace

OpCases special_cases() {
  OpCases cases;
  add_angles(cases);
  add_logarithm(cases);
  add_quotients(cases);
  add_function(
      cases, "ex2.approx{,.ftz}.f32", [](long double x) { return std::exp2(x); }, within_ulps(2));
  add_function(
      cases, "tanh.approx.f32", [](long double x) { return std::tanh(x); },
      within_relative(0x1p-11));
  add_function(
      cases, "rcp.approx{,.ftz}.f32", [](long double x) { return 1.0L / x; }, within_ulps(1));
  add_function(
      cases, "sqrt.approx{,.ftz}.f32", [](long double x) { return std::sqrt(x); },
      within_relative(0x1p-23));
  add_function(
      cases, "rsqrt.approx{,.ftz}.f32", [](long double x) { return 1.0L / std::sqrt(x); },
      within_relative(1.28e-7));
  return cases;
}

}  // namespace heddle::test
