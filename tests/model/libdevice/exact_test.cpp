// Functions whose results are exact: against the C library and independent integer arithmetic.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "device_math.hpp"

namespace {

// Numbers of every exponent, denormals, halves, infinities; not NaN.
template <typename T>
std::vector<T> numbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> result = {T(0),
                           T(0.5),
                           T(1.5),
                           T(2.5),
                           Limits::min(),
                           Limits::max(),
                           Limits::denorm_min(),
                           T(1) - Limits::epsilon() / 2,
                           T(0.5) - Limits::epsilon() / 4,
                           Limits::infinity()};
  std::mt19937_64 random(7);
  while (result.size() < 3000) {
    const uint64_t pattern = random();
    T x;
    if constexpr (sizeof(T) == 4) {
      x = std::bit_cast<float>(static_cast<uint32_t>(pattern));
    } else {
      x = std::bit_cast<double>(pattern);
    }
    if (!std::isnan(x)) result.push_back(x);
    result.push_back(static_cast<T>(std::ldexp(static_cast<double>(pattern >> 11), -46)));
  }
  const size_t count = result.size();
  for (size_t i = 0; i < count; ++i) result.push_back(-result[i]);
  return result;
}

template <typename T>
void expect_identical(T computed, T expected, T argument) {
  EXPECT_EQ(computed, expected) << argument;
  EXPECT_EQ(std::signbit(computed), std::signbit(expected)) << argument;
}

TEST(Rounding, AgreesWithTheCLibrary) {
  for (const float x : numbers<float>()) {
    expect_identical(__nv_floorf(x), std::floor(x), x);
    expect_identical(__nv_ceilf(x), std::ceil(x), x);
    expect_identical(__nv_truncf(x), std::trunc(x), x);
    expect_identical(__nv_rintf(x), std::rint(x), x);
    expect_identical(__nv_roundf(x), std::round(x), x);
  }
  for (const double x : numbers<double>()) {
    expect_identical(__nv_floor(x), std::floor(x), x);
    expect_identical(__nv_ceil(x), std::ceil(x), x);
    expect_identical(__nv_trunc(x), std::trunc(x), x);
    expect_identical(__nv_rint(x), std::rint(x), x);
    expect_identical(__nv_round(x), std::round(x), x);
  }
}

TEST(Scaling, TakesApartAsTheCLibrary) {
  for (const double x : numbers<double>()) {
    int exponent = 0;
    int expected_exponent = 0;
    expect_identical(__nv_frexp(x, &exponent), std::frexp(x, &expected_exponent), x);
    if (std::isfinite(x)) {
      EXPECT_EQ(exponent, expected_exponent) << x;
    }
    double whole = 0;
    double expected_whole = 0;
    expect_identical(__nv_modf(x, &whole), std::modf(x, &expected_whole), x);
    expect_identical(whole, expected_whole, x);
    expect_identical(__nv_logb(x), std::logb(x), x);
    if (x != 0) {
      EXPECT_EQ(__nv_ilogb(x), std::ilogb(x)) << x;
    }
  }
  for (const float x : numbers<float>()) {
    int exponent = 0;
    int expected_exponent = 0;
    expect_identical(__nv_frexpf(x, &exponent), std::frexp(x, &expected_exponent), x);
    if (std::isfinite(x)) {
      EXPECT_EQ(exponent, expected_exponent) << x;
    }
    expect_identical(__nv_logbf(x), std::logb(x), x);
  }
}

TEST(Scaling, RoundsOnce) {
  const std::vector<float> singles = numbers<float>();
  const std::vector<double> doubles = numbers<double>();
  std::mt19937_64 random(8);
  for (size_t i = 0; i < doubles.size(); ++i) {
    const int n = static_cast<int>(random() % 4400) - 2200;
    expect_identical(__nv_ldexp(doubles[i], n), std::ldexp(doubles[i], n), doubles[i]);
    expect_identical(__nv_scalbn(doubles[i], n), std::scalbn(doubles[i], n), doubles[i]);
    expect_identical(__nv_ldexpf(singles[i], n / 7), std::ldexp(singles[i], n / 7), singles[i]);
  }
  const int huge = std::numeric_limits<int>::max();
  EXPECT_EQ(__nv_ldexp(5e-324, huge), std::numeric_limits<double>::infinity());
  EXPECT_EQ(__nv_ldexpf(-1.0F, -huge), -0.0F);
}

TEST(Neighbours, AgreeWithTheCLibrary) {
  const std::vector<double> doubles = numbers<double>();
  const std::vector<float> singles = numbers<float>();
  for (size_t i = 0; i + 1 < doubles.size(); ++i) {
    expect_identical(__nv_nextafter(doubles[i], doubles[i + 1]),
                     std::nextafter(doubles[i], doubles[i + 1]), doubles[i]);
    expect_identical(__nv_nextafterf(singles[i], singles[i + 1]),
                     std::nextafter(singles[i], singles[i + 1]), singles[i]);
  }
  expect_identical(__nv_nextafter(0.0, -1.0), -5e-324, 0.0);
}

TEST(Remainder, AgreesWithTheCLibraryAndGivesTheQuotient) {
  const std::vector<double> doubles = numbers<double>();
  const std::vector<float> singles = numbers<float>();
  for (size_t i = 0; i + 1 < doubles.size(); ++i) {
    int low = 0;
    int expected = 0;
    if (std::isfinite(doubles[i]) && doubles[i + 1] != 0) {
      expect_identical(__nv_remquo(doubles[i], doubles[i + 1], &low),
                       std::remquo(doubles[i], doubles[i + 1], &expected), doubles[i]);
      EXPECT_EQ(low & 7, expected & 7) << doubles[i] << " / " << doubles[i + 1];
    }
    if (std::isfinite(singles[i]) && singles[i + 1] != 0) {
      expect_identical(__nv_remquof(singles[i], singles[i + 1], &low),
                       std::remquo(singles[i], singles[i + 1], &expected), singles[i]);
      EXPECT_EQ(low & 7, expected & 7) << singles[i] << " / " << singles[i + 1];
    }
  }
}

TEST(Classification, AgreesWithTheCLibrary) {
  std::vector<double> doubles = numbers<double>();
  doubles.push_back(std::numeric_limits<double>::quiet_NaN());
  for (const double x : doubles) {
    const float single = static_cast<float>(x);
    EXPECT_EQ(__nv_isnand(x) != 0, std::isnan(x));
    EXPECT_EQ(__nv_isinfd(x) != 0, std::isinf(x));
    EXPECT_EQ(__nv_isfinited(x) != 0, std::isfinite(x));
    EXPECT_EQ(__nv_signbitd(x) != 0, std::signbit(x));
    EXPECT_EQ(__nv_isnanf(single) != 0, std::isnan(single));
    EXPECT_EQ(__nv_isinff(single) != 0, std::isinf(single));
    EXPECT_EQ(__nv_finitef(single) != 0, std::isfinite(single));
    EXPECT_EQ(__nv_signbitf(single) != 0, std::signbit(single));
    EXPECT_EQ(
        std::bit_cast<uint64_t>(__nv_hiloint2double(__nv_double2hiint(x), __nv_double2loint(x))),
        std::bit_cast<uint64_t>(x));
  }
}

TEST(Integers, AgreeWithWiderArithmetic) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 20000; ++i) {
    const auto wide = static_cast<int64_t>(random()) >> (random() % 64);
    const auto a = static_cast<int>(wide);
    const auto b = static_cast<int>(random() >> 40) - (1 << 23);
    const auto u = static_cast<uint32_t>(a);
    EXPECT_EQ(__nv_clz(a), std::countl_zero(u));
    EXPECT_EQ(__nv_clzll(wide), std::countl_zero(static_cast<uint64_t>(wide)));
    EXPECT_EQ(__nv_popc(u), std::popcount(u));
    EXPECT_EQ(__nv_ffs(a), a == 0 ? 0 : std::countr_zero(u) + 1);
    EXPECT_EQ(__nv_ffsll(wide), wide == 0 ? 0 : std::countr_zero(static_cast<uint64_t>(wide)) + 1);
    EXPECT_EQ(__nv_hadd(a, b), (int64_t{a} + b) >> 1);
    EXPECT_EQ(__nv_rhadd(a, b), (int64_t{a} + b + 1) >> 1);
    EXPECT_EQ(static_cast<uint32_t>(__nv_uhadd(u, 7U)), (uint64_t{u} + 7) >> 1);
    EXPECT_EQ(__nv_urhadd(u, 7U), (uint64_t{u} + 8) >> 1);
    EXPECT_EQ(__nv_min(a, b), std::min(a, b));
    EXPECT_EQ(__nv_umax(u, 77U), std::max(u, 77U));
  }
  EXPECT_EQ(__nv_clz(0), 32);
  EXPECT_EQ(__nv_ffs(0), 0);
  EXPECT_EQ(__nv_abs(-5), 5);
  EXPECT_EQ(__nv_llabs(-5), 5);
}

}  // namespace
