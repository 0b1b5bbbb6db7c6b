// Values that the C standard (annex F) and the CUDA manual fix exactly.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "device_math.hpp"

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct UnaryCase {
  const char* name;
  float (*single)(float);
  double (*precise)(double);
  double argument;
  double expected;
};

template <typename T>
void expect_same(T computed, double expected, const char* name, double argument) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(computed)) << name << "(" << argument << ") = " << computed;
    return;
  }
  EXPECT_EQ(computed, static_cast<T>(expected)) << name << "(" << argument << ")";
  EXPECT_EQ(std::signbit(computed), std::signbit(expected)) << name << "(" << argument << ")";
}

#define CASE(name, argument, expected) \
  UnaryCase { #name, __nv_##name##f, __nv_##name, argument, expected }

const std::vector<UnaryCase> kOddAtZero = {
    CASE(sin, -0.0, -0.0),   CASE(tan, -0.0, -0.0),    CASE(sinpi, -0.0, -0.0),
    CASE(asin, -0.0, -0.0),  CASE(atan, -0.0, -0.0),   CASE(sinh, -0.0, -0.0),
    CASE(tanh, -0.0, -0.0),  CASE(asinh, -0.0, -0.0),  CASE(atanh, -0.0, -0.0),
    CASE(expm1, -0.0, -0.0), CASE(log1p, -0.0, -0.0),  CASE(cbrt, -0.0, -0.0),
    CASE(erf, -0.0, -0.0),   CASE(erfinv, -0.0, -0.0), CASE(sqrt, -0.0, -0.0),
    CASE(sin, 0.0, 0.0),     CASE(expm1, 0.0, 0.0),    CASE(tanh, 0.0, 0.0),
    CASE(floor, -0.0, -0.0), CASE(round, -0.0, -0.0),  CASE(rint, -0.4, -0.0)};

const std::vector<UnaryCase> kExact = {
    CASE(cos, 0.0, 1.0),      CASE(exp, 0.0, 1.0),          CASE(exp2, 0.0, 1.0),
    CASE(exp10, 0.0, 1.0),    CASE(log, 1.0, 0.0),          CASE(log2, 1.0, 0.0),
    CASE(log10, 1.0, 0.0),    CASE(log2, 8.0, 3.0),         CASE(cospi, 0.5, 0.0),
    CASE(cospi, 1.0, -1.0),   CASE(sinpi, 1.0, 0.0),        CASE(sinpi, -1.0, -0.0),
    CASE(sinpi, 0.5, 1.0),    CASE(cosh, 0.0, 1.0),         CASE(acosh, 1.0, 0.0),
    CASE(acos, 1.0, 0.0),     CASE(cbrt, 27.0, 3.0),        CASE(tgamma, 1.0, 1.0),
    CASE(tgamma, 2.0, 1.0),   CASE(tgamma, 5.0, 24.0),      CASE(lgamma, 1.0, 0.0),
    CASE(lgamma, 2.0, 0.0),   CASE(erfc, 0.0, 1.0),         CASE(erfcinv, 1.0, 0.0),
    CASE(normcdf, 0.0, 0.5),  CASE(j1, 0.0, 0.0),           CASE(round, 2.5, 3.0),
    CASE(round, -2.5, -3.0),  CASE(rint, 2.5, 2.0),         CASE(ceil, 1.25, 2.0),
    CASE(trunc, -1.75, -1.0), CASE(floor, -1.25, -2.0),     CASE(logb, 10.0, 3.0),
    CASE(logb, 0.75, -1.0),   CASE(cyl_bessel_i0, 0.0, 1.0)};

const std::vector<UnaryCase> kUnbounded = {CASE(exp, kInfinity, kInfinity),
                                           CASE(exp, -kInfinity, 0.0),
                                           CASE(exp2, kInfinity, kInfinity),
                                           CASE(exp2, -kInfinity, 0.0),
                                           CASE(exp10, -kInfinity, 0.0),
                                           CASE(expm1, -kInfinity, -1.0),
                                           CASE(expm1, kInfinity, kInfinity),
                                           CASE(log, 0.0, -kInfinity),
                                           CASE(log, -0.0, -kInfinity),
                                           CASE(log, kInfinity, kInfinity),
                                           CASE(log2, 0.0, -kInfinity),
                                           CASE(log10, kInfinity, kInfinity),
                                           CASE(log1p, -1.0, -kInfinity),
                                           CASE(log1p, kInfinity, kInfinity),
                                           CASE(tanh, kInfinity, 1.0),
                                           CASE(tanh, -kInfinity, -1.0),
                                           CASE(sinh, -kInfinity, -kInfinity),
                                           CASE(cosh, -kInfinity, kInfinity),
                                           CASE(asinh, -kInfinity, -kInfinity),
                                           CASE(acosh, kInfinity, kInfinity),
                                           CASE(atanh, -1.0, -kInfinity),
                                           CASE(atanh, 1.0, kInfinity),
                                           CASE(erf, kInfinity, 1.0),
                                           CASE(erf, -kInfinity, -1.0),
                                           CASE(erfc, kInfinity, 0.0),
                                           CASE(erfc, -kInfinity, 2.0),
                                           CASE(erfcx, kInfinity, 0.0),
                                           CASE(erfcx, -kInfinity, kInfinity),
                                           CASE(erfinv, 1.0, kInfinity),
                                           CASE(erfinv, -1.0, -kInfinity),
                                           CASE(erfcinv, 0.0, kInfinity),
                                           CASE(erfcinv, 2.0, -kInfinity),
                                           CASE(normcdf, -kInfinity, 0.0),
                                           CASE(normcdf, kInfinity, 1.0),
                                           CASE(normcdfinv, 0.0, -kInfinity),
                                           CASE(normcdfinv, 1.0, kInfinity),
                                           CASE(tgamma, -0.0, -kInfinity),
                                           CASE(tgamma, 0.0, kInfinity),
                                           CASE(tgamma, kInfinity, kInfinity),
                                           CASE(lgamma, -3.0, kInfinity),
                                           CASE(lgamma, -kInfinity, kInfinity),
                                           CASE(lgamma, 0.0, kInfinity),
                                           CASE(cbrt, -kInfinity, -kInfinity),
                                           CASE(rcbrt, -0.0, -kInfinity),
                                           CASE(rcbrt, kInfinity, 0.0),
                                           CASE(rsqrt, 0.0, kInfinity),
                                           CASE(rsqrt, kInfinity, 0.0),
                                           CASE(j0, kInfinity, 0.0),
                                           CASE(y0, 0.0, -kInfinity),
                                           CASE(y1, kInfinity, 0.0),
                                           CASE(logb, 0.0, -kInfinity),
                                           CASE(logb, -kInfinity, kInfinity),
                                           CASE(cyl_bessel_i1, -kInfinity, -kInfinity)};

const std::vector<UnaryCase> kUndefined = {
    CASE(sin, kInfinity, kNan),     CASE(cos, -kInfinity, kNan),  CASE(tan, kInfinity, kNan),
    CASE(sinpi, kInfinity, kNan),   CASE(cospi, kInfinity, kNan), CASE(log, -1.0, kNan),
    CASE(log2, -kInfinity, kNan),   CASE(log1p, -1.5, kNan),      CASE(sqrt, -1.0, kNan),
    CASE(rsqrt, -1.0, kNan),        CASE(asin, 1.5, kNan),        CASE(acos, -1.5, kNan),
    CASE(acosh, 0.5, kNan),         CASE(atanh, 1.5, kNan),       CASE(tgamma, -2.0, kNan),
    CASE(tgamma, -kInfinity, kNan), CASE(erfinv, 1.5, kNan),      CASE(erfcinv, -0.5, kNan),
    CASE(normcdfinv, 2.0, kNan),    CASE(y0, -1.0, kNan),         CASE(y1, -1.0, kNan)};

const std::vector<UnaryCase> kOfNan = {CASE(sin, kNan, kNan),
                                       CASE(cos, kNan, kNan),
                                       CASE(tan, kNan, kNan),
                                       CASE(sinpi, kNan, kNan),
                                       CASE(exp, kNan, kNan),
                                       CASE(exp2, kNan, kNan),
                                       CASE(exp10, kNan, kNan),
                                       CASE(expm1, kNan, kNan),
                                       CASE(log, kNan, kNan),
                                       CASE(log2, kNan, kNan),
                                       CASE(log10, kNan, kNan),
                                       CASE(log1p, kNan, kNan),
                                       CASE(sinh, kNan, kNan),
                                       CASE(cosh, kNan, kNan),
                                       CASE(tanh, kNan, kNan),
                                       CASE(asinh, kNan, kNan),
                                       CASE(acosh, kNan, kNan),
                                       CASE(atanh, kNan, kNan),
                                       CASE(asin, kNan, kNan),
                                       CASE(acos, kNan, kNan),
                                       CASE(atan, kNan, kNan),
                                       CASE(cbrt, kNan, kNan),
                                       CASE(rcbrt, kNan, kNan),
                                       CASE(erf, kNan, kNan),
                                       CASE(erfc, kNan, kNan),
                                       CASE(erfcx, kNan, kNan),
                                       CASE(erfinv, kNan, kNan),
                                       CASE(erfcinv, kNan, kNan),
                                       CASE(normcdf, kNan, kNan),
                                       CASE(normcdfinv, kNan, kNan),
                                       CASE(tgamma, kNan, kNan),
                                       CASE(lgamma, kNan, kNan),
                                       CASE(j0, kNan, kNan),
                                       CASE(j1, kNan, kNan),
                                       CASE(y0, kNan, kNan),
                                       CASE(y1, kNan, kNan),
                                       CASE(cyl_bessel_i0, kNan, kNan),
                                       CASE(cyl_bessel_i1, kNan, kNan),
                                       CASE(rint, kNan, kNan)};

void expect_all(const std::vector<UnaryCase>& cases) {
  for (const UnaryCase& c : cases) {
    expect_same(c.single(static_cast<float>(c.argument)), c.expected, c.name, c.argument);
    expect_same(c.precise(c.argument), c.expected, c.name, c.argument);
  }
}

TEST(SpecialValues, KeepTheSignOfZero) { expect_all(kOddAtZero); }
TEST(SpecialValues, AreExactWhereTheyCanBe) { expect_all(kExact); }
TEST(SpecialValues, ReachInfinity) { expect_all(kUnbounded); }
TEST(SpecialValues, AreNanOutsideTheDomain) { expect_all(kUndefined); }
TEST(SpecialValues, OfNanAreNan) { expect_all(kOfNan); }

struct BinaryCase {
  const char* name;
  float (*single)(float, float);
  double (*precise)(double, double);
  double (*standard)(double, double);
};
#define BINARY(name) \
  BinaryCase { #name, __nv_##name##f, __nv_##name, std::name }

// Every pair of special arguments, against the C library.
TEST(SpecialPairs, AreAsTheStandardSays) {
  const double arguments[] = {0.0,  -0.0, 1.0,  -1.0, 2.0,       -2.0,       3.0,
                              -3.0, 0.5,  -0.5, 2.5,  kInfinity, -kInfinity, kNan};
  for (const BinaryCase& c :
       {BINARY(pow), BINARY(atan2), BINARY(hypot), BINARY(fmod), BINARY(remainder), BINARY(fdim),
        BINARY(fmin), BINARY(fmax), BINARY(copysign)}) {
    for (const double x : arguments) {
      for (const double y : arguments) {
        const bool zeros = x == 0 && y == 0 &&
                           (c.standard == static_cast<double (*)(double, double)>(std::fmin) ||
                            c.standard == static_cast<double (*)(double, double)>(std::fmax));
        if (zeros) continue;  // either zero is right
        const double expected = c.standard(x, y);
        const double computed = c.precise(x, y);
        const float single = c.single(static_cast<float>(x), static_cast<float>(y));
        SCOPED_TRACE(testing::Message() << c.name << "(" << x << ", " << y << ")");
        if (std::isnan(expected)) {
          EXPECT_TRUE(std::isnan(computed) && std::isnan(single));
          continue;
        }
        EXPECT_DOUBLE_EQ(computed, expected);
        EXPECT_FLOAT_EQ(single, static_cast<float>(expected));
        EXPECT_EQ(std::signbit(computed), std::signbit(expected));
        EXPECT_EQ(std::signbit(single), std::signbit(expected));
      }
    }
  }
}

}  // namespace
