#pragma once
// log(x) as a pair of numbers, for functions whose exponent is a multiple of it. Polynomials:
// fit/exp_log.sollya.

#include "log_core.hpp"
#include "pair.hpp"

namespace heddle::libdevice {

// log((1 + s) / (1 - s)) = 2 s + s^3 (2/3 + tail) with tail = s^2 tail_polynomial(s^2).
inline float tail_polynomial(float square) {
  return polynomial(square, 0x1.999ap-2F, 0x1.245282p-2F, 0x1.dfa07cp-3F);
}
inline double tail_polynomial(double square) {
  return polynomial(square, 0x1.9999999999996p-2, 0x1.2492492492f4bp-2, 0x1.c71c71c59796ap-3,
                    0x1.745d1828c79ebp-3, 0x1.3b1364f1016b1p-3, 0x1.1120692f2400fp-3,
                    0x1.de3e6065ff1dp-4, 0x1.eabe236a78ffap-4);
}

// Significands from sqrt(1/2) on; log(2) and 2/3 as pairs, log(2)'s first part so short that its
// product with an exponent is exact.
inline LogParts<float> parts_of(float x) { return log_parts_of_any(x, 0x3f3504f3U); }
inline LogParts<double> parts_of(double x) { return log_parts_of_any(x, 0x3fe6a09e); }
template <typename T>
struct Constant;
template <>
struct Constant<float> {
  static constexpr Pair<float> kLogTwo{0x1.62e4p-1F, 0x1.7f7d1cp-20F};
  static constexpr Pair<float> kTwoThirds{0x1.555556p-1F, -0x1.555556p-26F};
};
template <>
struct Constant<double> {
  static constexpr Pair<double> kLogTwo{0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45};
  static constexpr Pair<double> kTwoThirds{0x1.5555555555555p-1, 0x1.5555555555555p-55};
};

// s^3 (2/3 + tail). In single precision the roundings of this small term are affordable.
inline Pair<float> cubic_term(Pair<float> s) {
  const float square = s.high * s.high;
  const float factor = fma(square, tail_polynomial(square), Constant<float>::kTwoThirds.high);
  return {product(s.high * square, factor), product(s.low + s.low, square)};
}
inline Pair<double> cubic_term(Pair<double> s) {
  const Pair<double> square = s * s;
  const double tail = product(square.high, tail_polynomial(square.high));
  Pair<double> factor = ordered_sum(Constant<double>::kTwoThirds.high, tail);
  factor.low = sum(factor.low, Constant<double>::kTwoThirds.low);
  return s * square * factor;
}

inline float inverse_of(float x) { return reciprocal_approx(x); }
inline double inverse_of(double x) { return 1.0 / x; }

// log(x), x > 0, to about one and a half times the precision of T.
template <typename T>
inline Pair<T> log_pair(T x) {
  const LogParts<T> parts = parts_of(x);
  const T f = parts.remainder;
  // s = f / (2 + f)
  const Pair<T> divisor = ordered_sum(T(2), f);
  const T inverse = inverse_of(divisor.high);
  const T quotient = product(f, inverse);
  const T rest = fma(-quotient, divisor.low, fma(-quotient, divisor.high, f));
  const Pair<T> s{quotient, product(rest, inverse)};
  const Pair<T> cubic = cubic_term(s);
  // exponent log(2) + 2 s + cubic, largest first
  const Pair<T> leading =
      ordered_sum(product(parts.exponent, Constant<T>::kLogTwo.high), T(2) * s.high);
  const Pair<T> all = ordered_sum(leading.high, cubic.high);
  T low = fma(parts.exponent, Constant<T>::kLogTwo.low, sum(leading.low, all.low));
  low = sum(fma(T(2), s.low, low), cubic.low);
  return ordered_sum(all.high, low);
}

}  // namespace heddle::libdevice
