// pow, powi: e^(y log x), the logarithm and the product with y in pairs of numbers. Polynomials:
// fit/exp_log.sollya.

#include "exp_core.hpp"
#include "log_pair.hpp"

using namespace heddle::libdevice;

namespace {

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
