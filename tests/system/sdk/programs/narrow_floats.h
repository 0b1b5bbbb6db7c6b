// What the tests of the 16-bit floating-point types share: expressions of their functions, each with
// what it is worth in exact arithmetic, and a rounding that is made from the format's definition. A
// program defines, before it includes this file:
//   T, T2                  the type and its pair
//   kBits, kLeast          significand bits, exponent of the least normal number
//   OF_BITS(x), BITS_OF(x)
// Values are a, b, c (x, y, z exactly), pairs are p = (a, b), q = (b, a), r = (c, c).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

using Bits = std::uint16_t;
using Real = long double;

constexpr int kFraction = kBits - 1, kExponents = (1 << (16 - kBits)) - 1;
constexpr Bits kInfinite = kExponents << kFraction, kNotANumber = 0x7fff;

static Real value_of(Bits bits) {
  const int exponent = bits >> kFraction & kExponents, fraction = bits & ((1 << kFraction) - 1);
  const Real sign = bits & 0x8000 ? -1 : 1;
  if (exponent == kExponents) return fraction != 0 ? NAN : sign * INFINITY;
  const int whole = exponent == 0 ? fraction : fraction + (1 << kFraction);
  return sign * std::ldexp(static_cast<Real>(whole), std::max(exponent, 1) - 1 + kLeast - kFraction);
}

enum class Mode { nearest, zero, up, down };

/// The bits of an exact value, rounded. Bits of positive numbers are in the numbers' order.
static Bits rounded(Real exact, Mode mode = Mode::nearest) {
  const bool negative = std::signbit(exact);
  const Bits sign = negative ? 0x8000 : 0;
  if (std::isnan(exact)) return kNotANumber;
  const Real size = std::fabs(exact);
  if (std::isinf(size)) return sign | kInfinite;
  Bits low = 0, high = kInfinite;  // size is in [low, high)
  while (high - low > 1) {
    const Bits middle = (low + high) / 2;
    (value_of(middle) <= size ? low : high) = middle;
  }
  const Real below = value_of(low), largest = value_of(kInfinite - 1);
  const Real above = high == kInfinite ? 2 * largest - value_of(kInfinite - 2) : value_of(high);
  bool away = size != below && (mode == Mode::up ? !negative : mode == Mode::down && negative);
  if (mode == Mode::nearest)
    away = size - below > above - size || (size - below == above - size && low % 2 != 0);
  return sign | (away ? high : low);
}

static bool agree(Bits got, Bits expected, int ulps) {
  if (std::isnan(value_of(expected))) return std::isnan(value_of(got));
  const auto ordered = [](Bits bits) { return bits & 0x8000 ? -(bits & 0x7fff) : bits; };
  if (ulps == 0) return got == expected;
  return !std::isnan(value_of(got)) && std::abs(ordered(got) - ordered(expected)) <= ulps;
}

static int failures = 0;
static void wrong(const char* what, Bits a, Bits b, Bits c, double got, double expected) {
  if (++failures <= 20)
    std::fprintf(stderr, "%s with a = %Lg, b = %Lg, c = %Lg is %.9g, not %.9g\n", what, value_of(a),
                 value_of(b), value_of(c), got, expected);
}
static void expect(bool holds, const char* what) {
  if (!holds && ++failures <= 20) std::fprintf(stderr, "%s does not hold\n", what);
}

static Real clamped(Real x) { return !(x > 0) ? 0 : x > 1 ? 1 : x; }
static Real relu(Real x) { return std::isnan(x) || x > 0 ? x : 0; }
static Real most(Real x, Real y) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) ? y : x;
  return x == y ? (std::signbit(x) ? y : x) : std::max(x, y);
}
static Real least(Real x, Real y) { return -most(-x, -y); }
static Real strict(Real x, Real y, Real value) {
  return std::isnan(x) || std::isnan(y) ? NAN : value;
}
static bool unordered(Real x, Real y) { return std::isnan(x) || std::isnan(y); }

// X(expression, exact value, places in which it may be off)
#define VALUES(X)                                                                                 \
  X(__hadd(a, b), x + y, 0) X(__hsub(a, b), x - y, 0) X(__hmul(a, b), x* y, 0)                    \
  X(__hdiv(a, b), x / y, 0) X(__hadd_rn(a, b), x + y, 0) X(__hsub_rn(a, b), x - y, 0)             \
  X(__hmul_rn(a, b), x* y, 0) X(__hadd_sat(a, b), clamped(x + y), 0)                              \
  X(__hsub_sat(a, b), clamped(x - y), 0) X(__hmul_sat(a, b), clamped(x* y), 0)                    \
  X(__hfma(a, b, c), x* y + z, 0) X(__hfma_sat(a, b, c), clamped(x* y + z), 0)                    \
  X(__hfma_relu(a, b, c), relu(x* y + z), 0) X(__hneg(a), -x, 0) X(__habs(a), std::fabs(x), 0)    \
  X(__hmax(a, b), most(x, y), 0) X(__hmin(a, b), least(x, y), 0)                                  \
  X(__hmax_nan(a, b), strict(x, y, most(x, y)), 0)                                                \
  X(__hmin_nan(a, b), strict(x, y, least(x, y)), 0) X(a + b, x + y, 0) X(a - b, x - y, 0)         \
  X(a * b, x* y, 0) X(a / b, x / y, 0) X(a += b, x + y, 0) X(a -= b, x - y, 0)                    \
  X(a *= b, x* y, 0) X(a /= b, x / y, 0) X(-a, -x, 0) X(+a, x, 0) X(++a, x + 1, 0)                \
  X(--a, x - 1, 0) X((b = a++, a), x + 1, 0) X(a++, x, 0) X(a--, x, 0)                            \
  X(OF_BITS(BITS_OF(a)), x, 0)
// Of the device alone.
#define DEVICE_VALUES(X)                                                                          \
  X(hsqrt(a), std::sqrt(x), 0) X(hrsqrt(a), 1 / std::sqrt(x), 1) X(hrcp(a), 1 / x, 0)             \
  X(hexp(a), std::exp(x), 1) X(hexp2(a), std::exp2(x), 1) X(hexp10(a), std::pow(10.0L, x), 1)     \
  X(hlog(a), std::log(x), 1) X(hlog2(a), std::log2(x), 1) X(hlog10(a), std::log10(x), 1)          \
  X(hsin(a), std::sin(x), 1) X(hcos(a), std::cos(x), 1) X(htanh(a), std::tanh(x), 1)              \
  X(htanh_approx(a), std::tanh(x), 1) X(hceil(a), std::ceil(x), 0) X(hfloor(a), std::floor(x), 0) \
  X(htrunc(a), std::trunc(x), 0) X(hrint(a), std::nearbyint(x), 0)
#define PAIRS(X)                                                                                  \
  X(__hadd2(p, q), x + y, 0) X(__hsub2(p, q), x - y, 0) X(__hmul2(p, q), x* y, 0)                 \
  X(__h2div(p, q), x / y, 0) X(__hadd2_rn(p, q), x + y, 0) X(__hsub2_rn(p, q), x - y, 0)          \
  X(__hmul2_rn(p, q), x* y, 0) X(__hadd2_sat(p, q), clamped(x + y), 0)                            \
  X(__hsub2_sat(p, q), clamped(x - y), 0) X(__hmul2_sat(p, q), clamped(x* y), 0)                  \
  X(__hfma2(p, q, r), x* y + z, 0) X(__hfma2_sat(p, q, r), clamped(x* y + z), 0)                  \
  X(__hfma2_relu(p, q, r), relu(x* y + z), 0) X(__hneg2(p), -x, 0) X(__habs2(p), std::fabs(x), 0) \
  X(__hmax2(p, q), most(x, y), 0) X(__hmin2(p, q), least(x, y), 0)                                \
  X(__hmax2_nan(p, q), strict(x, y, most(x, y)), 0)                                               \
  X(__hmin2_nan(p, q), strict(x, y, least(x, y)), 0) X(p + q, x + y, 0) X(p - q, x - y, 0)        \
  X(p * q, x* y, 0) X(p / q, x / y, 0) X(p += q, x + y, 0) X(p -= q, x - y, 0) X(p *= q, x* y, 0) \
  X(p /= q, x / y, 0) X(-p, -x, 0) X(+p, x, 0) X(++p, x + 1, 0) X(--p, x - 1, 0) X(p++, x, 0)     \
  X(p--, x, 0) X(__lowhigh2highlow(p), y, 0) X(__hisnan2(p), std::isnan(x), 0)                    \
  X(__heq2(p, q), x == y, 0) X(__hne2(p, q), x < y || x > y, 0) X(__hlt2(p, q), x < y, 0)         \
  X(__hle2(p, q), x <= y, 0) X(__hgt2(p, q), x > y, 0) X(__hge2(p, q), x >= y, 0)                 \
  X(__hequ2(p, q), x == y || unordered(x, y), 0) X(__hneu2(p, q), x != y, 0)                      \
  X(__hltu2(p, q), x < y || unordered(x, y), 0) X(__hleu2(p, q), x <= y || unordered(x, y), 0)    \
  X(__hgtu2(p, q), x > y || unordered(x, y), 0) X(__hgeu2(p, q), x >= y || unordered(x, y), 0)
#define DEVICE_PAIRS(X)                                                                           \
  X(h2sqrt(p), std::sqrt(x), 0) X(h2rsqrt(p), 1 / std::sqrt(x), 1) X(h2rcp(p), 1 / x, 0)          \
  X(h2exp(p), std::exp(x), 1) X(h2exp2(p), std::exp2(x), 1) X(h2exp10(p), std::pow(10.0L, x), 1)  \
  X(h2log(p), std::log(x), 1) X(h2log2(p), std::log2(x), 1) X(h2log10(p), std::log10(x), 1)       \
  X(h2sin(p), std::sin(x), 1) X(h2cos(p), std::cos(x), 1) X(h2tanh(p), std::tanh(x), 1)           \
  X(h2tanh_approx(p), std::tanh(x), 1) X(h2ceil(p), std::ceil(x), 0)                              \
  X(h2floor(p), std::floor(x), 0) X(h2trunc(p), std::trunc(x), 0)                                 \
  X(h2rint(p), std::nearbyint(x), 0)
// X(expression, number)
#define NUMBERS(X)                                                                                \
  X(__heq(a, b), x == y) X(__hne(a, b), x < y || x > y) X(__hlt(a, b), x < y)                     \
  X(__hle(a, b), x <= y) X(__hgt(a, b), x > y) X(__hge(a, b), x >= y)                             \
  X(__hequ(a, b), x == y || unordered(x, y)) X(__hneu(a, b), x != y)                              \
  X(__hltu(a, b), x < y || unordered(x, y)) X(__hleu(a, b), x <= y || unordered(x, y))            \
  X(__hgtu(a, b), x > y || unordered(x, y)) X(__hgeu(a, b), x >= y || unordered(x, y))            \
  X(a == b, x == y) X(a != b, x != y) X(a < b, x < y) X(a <= b, x <= y) X(a > b, x > y)           \
  X(a >= b, x >= y) X(__hisnan(a), std::isnan(x))                                                 \
  X(__hisinf(a), std::isinf(x) ? (x > 0 ? 1 : -1) : 0)
// X(whether a relation holds for both of a pair, its mask, whether it holds for x and y)
#define PAIR_NUMBERS(X)                                                                           \
  X(__hbeq2(p, q), __heq2_mask(p, q), x == y) X(__hbne2(p, q), __hne2_mask(p, q), x<y || x> y)    \
  X(__hblt2(p, q), __hlt2_mask(p, q), x < y) X(__hble2(p, q), __hle2_mask(p, q), x <= y)          \
  X(__hbgt2(p, q), __hgt2_mask(p, q), x > y) X(__hbge2(p, q), __hge2_mask(p, q), x >= y)          \
  X(__hbequ2(p, q), __hequ2_mask(p, q), x == y || unordered(x, y))                                \
  X(__hbneu2(p, q), __hneu2_mask(p, q), x != y)                                                   \
  X(__hbltu2(p, q), __hltu2_mask(p, q), x < y || unordered(x, y))                                 \
  X(__hbleu2(p, q), __hleu2_mask(p, q), x <= y || unordered(x, y))                                \
  X(__hbgtu2(p, q), __hgtu2_mask(p, q), x > y || unordered(x, y))                                 \
  X(__hbgeu2(p, q), __hgeu2_mask(p, q), x >= y || unordered(x, y)) X(p == q, ~0u, x == y)         \
  X(p != q, ~0u, x != y) X(p < q, ~0u, x < y) X(p <= q, ~0u, x <= y) X(p > q, ~0u, x > y)         \
  X(p >= q, ~0u, x >= y)
