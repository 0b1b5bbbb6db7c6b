// pow, powi: e^(y log x), the logarithm and the product with y in pairs of numbers. Polynomials:
// fit/exp_log.sollya.

#include "exp_core.hpp"
#include "log_core.hpp"
#include "pair.hpp"

using namespace heddle::libdevice;

namespace {

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

// x^y for finite x > 0.
template <typename T>
inline T positive_power(T x, T y) {
  constexpr T kBeyond = T(1.1) * T(Format<T>::kBias + Format<T>::kFraction) * T(0.6931);
  const Pair<T> logarithm = log_pair(x);
  const T exponent = minimum(maximum(product(logarithm.high, y), -kBeyond), kBeyond);
  const T rest = fma(logarithm.high, y, -exponent);
  return exponential_of(exponent,
                        absolute(exponent) < kBeyond ? fma(logarithm.low, y, rest) : T(0));
}

enum class Parity { odd, even, fraction };

// x^y where x or y is 0, infinite or NaN.
template <typename T>
inline T unusual_power(T x, T y, T magnitude, Parity parity) {
  if (x == T(1) || y == T(0)) return T(1);
  if (is_nan(x) || is_nan(y)) return x + y;
  if (!is_finite(y)) {
    if (magnitude == T(1)) return T(1);
    return (magnitude > T(1)) == (y > T(0)) ? infinity<T>() : T(0);
  }
  const T result = (magnitude == T(0)) == (y > T(0)) ? T(0) : infinity<T>();
  return parity == Parity::odd ? with_sign_of(result, x) : result;
}

template <typename T>
inline Parity parity_of(T y) {
  if (y != toward_zero(y)) return Parity::fraction;
  const T half = y * T(0.5);
  return half == toward_zero(half) ? Parity::even : Parity::odd;
}
inline Parity parity_of(int n) { return (n & 1) != 0 ? Parity::odd : Parity::even; }

template <typename T, typename Exponent>
inline T power(T x, T y, Exponent given) {
  using F = Format<T>;
  const T magnitude = absolute(x);
  if (bits(magnitude) - 1 >= F::kInfinity - 1 || !is_finite(y)) [[unlikely]] {
    return unusual_power(x, y, magnitude, parity_of(given));
  }
  const T result = positive_power(magnitude, y);
  if (x > T(0)) return result;
  const Parity parity = parity_of(given);
  if (parity == Parity::fraction) return quiet_nan<T>();
  return parity == Parity::odd ? -result : result;
}

}  // namespace

HEDDLE_MATH float __nv_powf(float a, float b) { return power(a, b, b); }
HEDDLE_MATH double __nv_pow(double a, double b) { return power(a, b, b); }
HEDDLE_MATH float __nv_powif(float a, int n) { return power(a, static_cast<float>(n), n); }
HEDDLE_MATH double __nv_powi(double a, int n) { return power(a, static_cast<double>(n), n); }
