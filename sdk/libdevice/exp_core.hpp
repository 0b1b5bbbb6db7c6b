#pragma once
// e^x as 2^n times a number near 1: what every function built on the exponential starts from.
// Polynomials: fit/exp_log.sollya.

#include "float_format.hpp"

namespace heddle::libdevice {

// x, kept from `low` to `high`; NaN stays NaN.
template <typename T>
inline T clamped(T x, T low, T high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

// value * 2^n for results of any size: n from -1100 to 1100, value near 1. Rounds once.
inline double scale_by(double value, int n) {
  const int half = n >> 1;
  return value * power_of_two<double>(half) * power_of_two<double>(n - half);
}

// base^x for `x = n log_base(2) + ...`: `log2_high` + `log2_low` = log2(base), both positive. n is
// kept within the normal exponents, the instruction takes the rest, so results run into 0,
// denormals and infinity as they should.
template <int kHalvings = 0>
inline float exponential(float x, float log2_high, float log2_low) {
  constexpr float kShift = Format<float>::kRounder + 127.0F - kHalvings;
  const float limit = 126.0F / log2_high;
  const float shifted = fma(minimum(maximum(x, -limit), limit), log2_high, kShift);
  float fraction = fma(x, log2_high, -sum(shifted, -kShift));
  fraction = fma(x, log2_low, fraction);
  return exp2_approx(fraction) * from_bits(bits(shifted) << 23);
}
// e^x / 2^halvings, halvings 0 or 1.
template <int kHalvings = 0>
inline float exponential(float x) {
  return exponential<kHalvings>(x, 0x1.715476p+0F, 0x1.4ae0cp-26F);
}

// e^r for |r| <= log(2) / 2.
inline double exp_polynomial(double r) {
  return polynomial(r, 1.0, 1.0, 0x1.000000000000ap-1, 0x1.55555555554fep-3, 0x1.55555555506bap-5,
                    0x1.1111111126b3p-7, 0x1.6c16c18477aefp-10, 0x1.a01a012ff2941p-13,
                    0x1.a019995cdc7d6p-16, 0x1.71df18e255081p-19, 0x1.28adfefa6f8a2p-22,
                    0x1.ad9303fd412f7p-26);
}

// e^x = significand * 2^exponent for |x| < 2^30.
struct Exponential {
  double significand;
  int exponent;
};
inline Exponential exponential_parts(double x) {
  const double shifted = fma(x, 0x1.71547652b82fep+0, Format<double>::kRounder);
  const double n = sum(shifted, -Format<double>::kRounder);
  double r = fma(n, -0x1.62e42fefa39efp-1, x);
  r = fma(n, -0x1.abc9e3b39803fp-56, r);
  return {exp_polynomial(r), static_cast<int>(bits(shifted))};
}
// e^(x + rest), rest small enough that e^rest is 1 + rest.
inline Exponential exponential_parts(double x, double rest) {
  const Exponential parts = exponential_parts(x);
  return {fma(parts.significand, rest, parts.significand), parts.exponent};
}
template <int kHalvings = 0>
inline double exponential(double x) {
  const Exponential parts = exponential_parts(clamped(x, -746.0, 711.0));
  return scale_by(parts.significand, parts.exponent - kHalvings);
}

// e^(high + low), low much the smaller; in double precision |high| < 800.
inline float exponential_of(float high, float low) {
  constexpr float kLog2E = 0x1.715476p+0F;
  constexpr float kShift = Format<float>::kRounder + 127.0F;
  const float shifted = fma(minimum(maximum(high, -87.3F), 88.0F), kLog2E, kShift);
  float fraction = fma(high, kLog2E, -sum(shifted, -kShift));
  fraction = fma(high, 0x1.4ae0cp-26F, fraction);
  return exp2_approx(fma(low, kLog2E, fraction)) * from_bits(bits(shifted) << 23);
}
inline double exponential_of(double high, double low) {
  const Exponential parts = exponential_parts(high, low);
  return scale_by(parts.significand, parts.exponent);
}

}  // namespace heddle::libdevice
