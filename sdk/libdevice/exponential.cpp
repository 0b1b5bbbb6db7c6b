// exp, exp2, exp10, expm1. Polynomials: fit/exp_log.sollya.

#include "exp_core.hpp"

using namespace heddle::libdevice;

namespace {

inline double exponential_of_two(double x) {
  const double limited = clamped(x, -1076.0, 1025.0);
  const double shifted = sum(limited, Format<double>::kRounder);
  const double r = limited - sum(shifted, -Format<double>::kRounder);
  const double p = polynomial(r, 1.0, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a6p-3,
                              0x1.c6b08d704a12cp-5, 0x1.3b2ab6fb9fda6p-7, 0x1.5d87fe789e96fp-10,
                              0x1.4309130f6cbdcp-13, 0x1.ffcbfc6685f09p-17, 0x1.62bfc6596b96ap-20,
                              0x1.b52522bc15a1fp-24, 0x1.e61d4332c281dp-28, 0x1.e973179a976cap-32);
  return scale_by(p, static_cast<int>(bits(shifted)));
}

inline double exponential_of_ten(double x) {
  const double limited = clamped(x, -324.0, 309.0);
  const double shifted = fma(limited, 0x1.a934f0979a371p+1, Format<double>::kRounder);
  const double n = sum(shifted, -Format<double>::kRounder);
  double r = fma(n, -0x1.34413509f79ffp-2, limited);
  r = fma(n, 0x1.9dc1da994fd21p-59, r);
  r = fma(r, 0x1.26bb1bbb55516p+1, r * -0x1.f48ad494ea3e9p-53);
  return scale_by(exp_polynomial(r), static_cast<int>(bits(shifted)));
}

// expm1 is 2^n (e^r - 1) + (2^n - 1); half of both where 2^n is too large to be a number. n is 0
// for |x| < 1/2; elsewhere it leans to r > 0, so that the two parts do not cancel.
template <typename T>
inline T shift_of(T x, T lowest, T highest) {
  const T scaled = fma(minimum(maximum(x, lowest), highest), T(0x1.71547652b82fep+0), T(-0.2));
  return sum(absolute(x) < T(0.5) ? T(0) : scaled, Format<T>::kRounder);
}
template <typename T>
inline T combine(T less_one, T n, int exponent) {
  const bool huge = n == T(Format<T>::kBias + 1);
  const T power = power_of_two<T>(exponent - (huge ? 1 : 0));
  const T value = fma(less_one, power, sum(power, huge ? T(-0.5) : T(-1)));
  return huge ? value + value : value;
}

inline float exponential_less_one(float x) {
  const float shifted = shift_of(x, -25.0F, 88.8F);
  const float n = sum(shifted, -Format<float>::kRounder);
  float r = fma(n, -0x1.62e43p-1F, minimum(maximum(x, -25.0F), 88.8F));
  r = fma(n, 0x1.05c61p-29F, r);
  const float p = polynomial(r, 0x1.000002p-1F, 0x1.555554p-3F, 0x1.555206p-5F, 0x1.111148p-7F,
                             0x1.6f1aa2p-10F, 0x1.a19d24p-13F);
  const float value = combine(fma(p * r, r, r), n, static_cast<int>(bits(shifted)));
  return absolute(x) > 0x1p-25F ? value : x;
}

inline double exponential_less_one(double x) {
  const double limited = minimum(maximum(x, -40.0), 710.0);
  const double shifted = shift_of(x, -40.0, 710.0);
  const double n = sum(shifted, -Format<double>::kRounder);
  double r = fma(n, -0x1.62e42fefa39efp-1, limited);
  r = fma(n, -0x1.abc9e3b39803fp-56, r);
  const double p = polynomial(r, 0x1p-1, 0x1.5555555555556p-3, 0x1.555555555559dp-5,
                              0x1.1111111110ec5p-7, 0x1.6c16c16bfd297p-10, 0x1.a01a01a0bba72p-13,
                              0x1.a01a02068c233p-16, 0x1.71de392ae7e6fp-19, 0x1.27e4410e50509p-22,
                              0x1.ae66153ede36fp-26, 0x1.20292b03129a8p-29, 0x1.60be2a2ca1c53p-33);
  const double value = combine(fma(p * r, r, r), n, static_cast<int>(bits(shifted)));
  return absolute(x) > 0x1p-54 ? value : x;
}

}  // namespace

HEDDLE_MATH float __nv_expf(float a) { return exponential(a); }
HEDDLE_MATH double __nv_exp(double a) { return exponential(a); }
HEDDLE_MATH float __nv_exp2f(float a) { return exp2_approx_denormal(a); }
HEDDLE_MATH double __nv_exp2(double a) { return exponential_of_two(a); }
HEDDLE_MATH float __nv_exp10f(float a) { return exponential(a, 0x1.a934fp+1F, 0x1.2f346ep-24F); }
HEDDLE_MATH double __nv_exp10(double a) { return exponential_of_ten(a); }
HEDDLE_MATH float __nv_expm1f(float a) { return exponential_less_one(a); }
HEDDLE_MATH double __nv_expm1(double a) { return exponential_less_one(a); }
