// Every function stays within its bound on a sample of its arguments; libdevice_accuracy tries
// more.

#include <cmath>

#include <gtest/gtest.h>

#include "device_math.hpp"
#include "functions.hpp"

namespace {

using namespace heddle::libdevice;

constexpr uint32_t kStride = 130003;  // every so manieth bit pattern: 33,000 arguments
constexpr uint32_t kCount = 15000;

template <typename Function>
void expect_within_bound(const Function& function, const Measured& measured) {
  const Domain& domain = function.domain;
  const bool absolute = domain.absolute_bound != 0;
  EXPECT_GT(measured.count, 50U) << function.name;
  EXPECT_LE(measured.error, absolute ? domain.absolute_bound : domain.bound)
      << function.name << (absolute ? ", distance" : ", ulps") << " at " << measured.at << ", "
      << measured.at_second;
}

TEST(Accuracy, UnarySinglePrecision) {
  for (const auto& f : unary_float_functions()) expect_within_bound(f, measure_all(f, kStride));
}
TEST(Accuracy, UnaryDoublePrecision) {
  for (const auto& f : unary_double_functions()) expect_within_bound(f, measure(f, kCount));
}
TEST(Accuracy, BinarySinglePrecision) {
  for (const auto& f : binary_float_functions()) expect_within_bound(f, measure(f, kCount));
}
TEST(Accuracy, BinaryDoublePrecision) {
  for (const auto& f : binary_double_functions()) expect_within_bound(f, measure(f, kCount));
}

// Arguments next to multiples of pi/2, where a reduction that keeps too few digits fails.
TEST(Accuracy, SineNearMultiplesOfPi) {
  const double hard[] = {0x1.921fb54442d18p+1,
                         0x1.6ac5b262ca1ffp+849,
                         6381956970095103.0 * 0x1p797,
                         0x1.fffffffffffffp+1023,
                         1e22,
                         0x1p30,
                         1073741825.0};
  for (const double x : hard) {
    double s = 0;
    double c = 0;
    __nv_sincos(x, &s, &c);
    const auto expected = static_cast<double>(std::sin(static_cast<long double>(x)));
    EXPECT_NEAR(s, expected, std::fabs(expected) * 0x1p-51) << x;
    EXPECT_EQ(s, __nv_sin(x));
    EXPECT_EQ(c, __nv_cos(x));
  }
  const float single_hard[] = {0x1.2c6ed8p+113F, 0x1.fffffep+127F, 100000.0F, 100001.0F, 201.0619F};
  for (const float x : single_hard) {
    float s = 0;
    float c = 0;
    __nv_sincosf(x, &s, &c);
    EXPECT_NEAR(s, std::sin(static_cast<double>(x)), std::fabs(s) * 0x1p-22) << x;
    EXPECT_EQ(c, __nv_cosf(x));
  }
}

TEST(Accuracy, OrdersOfBesselFunctions) {
  for (const int n : {0, 1, 2, 5, 20, 60}) {
    for (const double x : {0.1, 1.0, 3.0, 7.5, 19.0, 21.0, 59.0, 75.0, 400.0}) {
      EXPECT_NEAR(__nv_jn(n, x), std::cyl_bessel_j(n, x), 2e-13) << n << " " << x;
      const double second = std::cyl_neumann(n, x);
      EXPECT_NEAR(__nv_yn(n, x), second, 1e-12 * std::fabs(second) + 1e-13) << n << " " << x;
    }
  }
  EXPECT_EQ(__nv_jn(3, -2.0), -__nv_jn(3, 2.0));
  EXPECT_TRUE(std::isnan(__nv_jn(-1, 2.0)));
}

TEST(Accuracy, NormsDoNotOverflow) {
  EXPECT_FLOAT_EQ(__nv_norm3df(2e38F, 1e38F, 2e38F), 3e38F);
  EXPECT_DOUBLE_EQ(__nv_norm3d(2e-320, 1e-320, 2e-320), 3e-320);
  EXPECT_FLOAT_EQ(__nv_rnorm4df(1.0F, 1.0F, 1.0F, 1.0F), 0.5F);
  EXPECT_DOUBLE_EQ(__nv_rnorm4d(2.0, 2.0, 2.0, 2.0), 0.25);
  const float vector[] = {3.0F, 4.0F, 12.0F, 84.0F};
  EXPECT_FLOAT_EQ(__nv_normf(4, vector), 85.0F);
  const double other[] = {3.0, 4.0};
  EXPECT_DOUBLE_EQ(__nv_rnorm(2, other), 0.2);
}

TEST(Accuracy, IntegerPowers) {
  EXPECT_DOUBLE_EQ(__nv_powi(-3.0, 5), -243.0);
  EXPECT_DOUBLE_EQ(__nv_powi(2.0, -1074), 5e-324);
  EXPECT_FLOAT_EQ(__nv_powif(-1.0F, 2147483647), -1.0F);
  EXPECT_FLOAT_EQ(__nv_powif(1.5F, 3), 3.375F);
}

}  // namespace
