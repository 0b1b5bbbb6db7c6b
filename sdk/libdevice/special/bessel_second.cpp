// Bessel functions of the second kind. Single precision goes by way of double. Polynomials:
// fit/bessel.py.

#include "bessel_far.hpp"
#include "bessel_near.hpp"
#include "log_core.hpp"

using namespace heddle::libdevice;

namespace {

// (y0(x) - 2/pi log(x / zero) j0(x)) / (x^2 - zero^2) for x <= 2.5, of x^2.
inline double y0_rest_below_2_5(double t) {
  return polynomial(t, 0x1.750811790a13cp-3, -0x1.12583f4a4abcfp-6, 0x1.268a9aaaeb0c7p-11,
                    -0x1.4c030d99a8676p-17, 0x1.cf0413da6a16bp-24, -0x1.b797036d6e664p-31,
                    0x1.2eb3f46c90549p-38, -0x1.3c55dbe1b1ba1p-46, 0x1.037f8cf4037c5p-54,
                    -0x1.5722c28a28289p-63, 0x1.74f4818e171e8p-72, -0x1.41d2dd4ea490ep-81);
}

// y0(x) / (x - zero) for 2.5 <= x <= 5.5, of x - 4.
inline double y0_below_5_5(double t) {
  return polynomial(
      t, -0x1.99e4979e09865p-2, 0x1.c8e28281e5a23p-5, 0x1.d81bdc6027bf1p-5, -0x1.d9148e1aae56fp-8,
      -0x1.189ac769efcbdp-9, 0x1.b43d29131f87dp-13, 0x1.9ee31c53b4a59p-15, -0x1.4f23df9e6c2e9p-18,
      -0x1.427a56ef3c1a2p-22, -0x1.e795d9de19d73p-27, 0x1.296d5cbd85ed4p-26, -0x1.c47498fe6778ep-29,
      0x1.711ebd680481cp-31, -0x1.6347a67964779p-33, 0x1.525465d7ebeb3p-35, -0x1.3e209ef59396p-37,
      0x1.283bec5b730d7p-39, -0x1.18c31a621709cp-41, 0x1.2a1b2c08e9b5ep-43, -0x1.1c43a4774b727p-45,
      0x1.ef0599fbe708fp-49, -0x1.d5923483997efp-51, 0x1.00184b8526597p-50, -0x1.ecc68034955b5p-53);
}

// y0(x) / (x - zero) for 5.5 <= x <= 8, of x - 6.75.
inline double y0_below_8(double t) {
  return polynomial(t, 0x1.34eee4b2f27c7p-2, 0x1.858bb5a4fa6f3p-7, -0x1.986087c7fc3b2p-5,
                    0x1.1bae915955c93p-12, 0x1.31928eb7849c8p-9, -0x1.671ee28d4280fp-15,
                    -0x1.a6ce14e79bb12p-15, 0x1.1a6af67baba16p-20, 0x1.596eaa52f1be7p-21,
                    -0x1.df488cbe43c56p-27, -0x1.6f505307dc282p-28, 0x1.d4034fa7c246fp-34,
                    0x1.20014296306b7p-35, -0x1.97f75c08e0559p-41, -0x1.2482c1e9c3002p-43,
                    0x1.1424919565a13p-51, 0x1.c56eb019e496fp-51);
}

// (y1(x) - 2/pi (log(x) j1(x) - 1 / x)) / x for x <= 1.5, of x^2.
inline double y1_rest_below_1_5(double t) {
  return polynomial(t, -0x1.91866143cbc8ap-3, 0x1.bd3975c75b4a7p-5, -0x1.835b97894be5bp-9,
                    0x1.2c7dbffcde967p-14, -0x1.0a780ac775ec7p-20, 0x1.32e5a4dd1b8e2p-27,
                    -0x1.f0ce33fca664bp-35, 0x1.2a4dd823be5e6p-42, -0x1.145b66bef312fp-50,
                    0x1.8ced7631d7055p-59);
}

// y1(x) / (x - zero) for 1.5 <= x <= 3.5, of x - 2.5.
inline double y1_below_3_5(double t) {
  return polynomial(
      t, 0x1.ed5db255dc7a6p-2, -0x1.1caff92120a79p-3, -0x1.1467c732d317cp-5, 0x1.2b6474ff772b1p-9,
      0x1.2be166e73b2d7p-8, -0x1.649ba1ea904a4p-10, 0x1.aaed50d4e6de3p-12, -0x1.71dd65a290a1p-13,
      0x1.3450e75576e3ap-14, -0x1.ee771c111c855p-16, 0x1.8cfbcca1e743bp-17, -0x1.3f00786cb199bp-18,
      0x1.fffa31b846fdcp-20, -0x1.9aa711001bf5dp-21, 0x1.4a9c508a39f03p-22, -0x1.08f28775b0dfbp-23,
      0x1.96e549e9bfe6dp-25, -0x1.45ec02aa4d652p-26, 0x1.4ec284cf6697dp-27, -0x1.0c039aa63c999p-28,
      0x1.2edac2a734478p-33, -0x1.e629ff78bc1e7p-35, 0x1.3648b11ea4adbp-31, -0x1.f0a6b754fb3fep-33);
}

// y1(x) / (x - zero) for 3.5 <= x <= 8, of x - 5.75.
inline double y1_below_8(double t) {
  return polynomial(
      t, -0x1.4d0429279c9f9p-2, 0x1.ff5ac1da7af5cp-5, 0x1.76255b4afbdf8p-5, -0x1.babb16d0d1731p-8,
      -0x1.e8778b178a39bp-10, 0x1.dfc53fd31b38dp-13, 0x1.436080a662d4ep-15, -0x1.1672baf168861p-18,
      -0x1.e248a0d68289bp-22, 0x1.6257b29f71b8ap-25, 0x1.2241ce57da319p-28, -0x1.b89ced9b8f032p-32,
      -0x1.0e5d6929acb86p-37, -0x1.ca56e74201fcap-41, 0x1.2da6215b5025bp-41, -0x1.79cd9f64cb60ep-44,
      0x1.dd8ed3950149p-47, -0x1.534bb275bedcbp-49, 0x1.c59f0489a7627p-52, -0x1.3c7abe074a9b1p-54,
      0x1.29350e9407dacp-56, -0x1.9eb3a1b991d35p-59, 0x1.4990b41837486p-70, -0x1.418c0a78854a9p-72,
      0x1.3dc615067f6f5p-65, -0x1.bad2a2173b9f9p-68);
}

constexpr double kTwoOverPiValue = 0x1.45f306dc9c883p-1;

// log(x / zero), near the zero too.
inline double log_over(double x, Pair<double> zero, double log_zero) {
  const double beyond = from_zero(x, zero) / zero.high;
  if (x > 0.3) return natural_log_of_one_plus(beyond);
  return natural_log(log_parts_of_any(x)) - log_zero;
}

inline double y0_near(double x) {
  if (x > 5.5)
    return from_zero(x, {0x1.c581dc4e72103p+2, -0x1.9774a495f56cfp-54}) * y0_below_8(x - 6.75);
  if (x > 2.5)
    return from_zero(x, {0x1.fa9534d98569cp+1, -0x1.f06ae7804384ep-54}) * y0_below_5_5(x - 4.0);
  constexpr Pair<double> kZero{0x1.c982eb8d417eap-1, 0x1.ea9d270347f83p-56};
  const double logarithm = log_over(x, kZero, -0x1.cce4b73e6f025p-4);
  const double rest = square_from_zero(x, kZero) * y0_rest_below_2_5(x * x);
  return fma(kTwoOverPiValue * logarithm, j0_near(x), rest);
}

inline double y1_near(double x) {
  if (x > 3.5)
    return from_zero(x, {0x1.5b7fe4e87b02ep+2, 0x1.dfe7bac228e8cp-52}) * y1_below_8(x - 5.75);
  if (x > 1.5)
    return from_zero(x, {0x1.193bed4dff243p+1, -0x1.bd1e50d219bfdp-55}) * y1_below_3_5(x - 2.5);
  const double logarithm = natural_log(log_parts_of_any(x));
  const double singular = fma(kTwoOverPiValue * logarithm, j1_near(x), -kTwoOverPiValue / x);
  return fma(x, y1_rest_below_1_5(x * x), singular);
}

inline double second_kind_0(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -infinity<double>() : quiet_nan<double>();
  if (x == infinity<double>()) return 0.0;
  return x <= 8.0 ? y0_near(x) : bessel_far_0(x, 0);
}
inline double second_kind_1(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -infinity<double>() : quiet_nan<double>();
  if (x == infinity<double>()) return 0.0;
  return x <= 8.0 ? y1_near(x) : bessel_far_1(x, 0);
}

// Y(k + 1) = 2 k / x Y(k) - Y(k - 1)
inline double second_kind(int order, double x) {
  if (order < 0) return quiet_nan<double>();
  if (order == 0) return second_kind_0(x);
  double value = second_kind_1(x);
  if (order == 1 || !(x > 0.0) || x == infinity<double>()) return value;
  double before = second_kind_0(x);
  for (int k = 1; k < order && value > -infinity<double>(); ++k) {
    const double next = fma(2.0 * k / x, value, -before);
    before = value;
    value = next;
  }
  return value;
}

}  // namespace

HEDDLE_MATH float __nv_y0f(float a) { return static_cast<float>(second_kind_0(a)); }
HEDDLE_MATH double __nv_y0(double a) { return second_kind_0(a); }
HEDDLE_MATH float __nv_y1f(float a) { return static_cast<float>(second_kind_1(a)); }
HEDDLE_MATH double __nv_y1(double a) { return second_kind_1(a); }
HEDDLE_MATH float __nv_ynf(int n, float a) { return static_cast<float>(second_kind(n, a)); }
HEDDLE_MATH double __nv_yn(int n, double a) { return second_kind(n, a); }
