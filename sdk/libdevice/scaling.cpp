// Taking numbers apart and scaling them by powers of two: frexp, ldexp, scalbn, logb, ilogb, modf,
// nextafter.

#include "float_format.hpp"

using namespace heddle::libdevice;

namespace {

template <typename T>
inline T take_fraction(T x, int* exponent) {
  if (x == T{0} || !is_finite(x)) {
    *exponent = 0;
    return x + x;
  }
  const Decomposed<T> parts = decompose(x);
  *exponent = parts.exponent + 1;
  return with_sign_of(parts.significand * T(0.5), x);
}

// x * 2^n in three factors: two that are exact unless the result is out of range anyway, then one
// that rounds.
template <typename T>
inline T scale(T x, int n) {
  constexpr int kStep = Format<T>::kBias - 1;
  constexpr int kFirst = kStep - Format<T>::kFraction - 1;
  const int limit = 3 * kStep;
  n = n > limit ? limit : n < -limit ? -limit : n;
  if (n > kStep) {
    x *= power_of_two<T>(kStep);
    n -= kStep;
    if (n > kStep) {
      x *= power_of_two<T>(kStep);
      n -= kStep;
    }
  } else if (n < -kStep) {
    x *= power_of_two<T>(-kFirst);
    n += kFirst;
    if (n < -kStep) {
      x *= power_of_two<T>(-kFirst);
      n += kFirst;
      n = n < -kStep ? -kStep : n;
    }
  }
  return x * power_of_two<T>(n);
}

template <typename T>
inline T exponent_of(T x) {
  if (x == T{0}) return -infinity<T>();
  if (!is_finite(x)) return x * x;
  return static_cast<T>(decompose(x).exponent);
}

template <typename T>
inline int integer_exponent_of(T x) {
  if (x == T{0} || is_nan(x)) return -2147483647 - 1;
  if (!is_finite(x)) return 2147483647;
  return decompose(x).exponent;
}

template <typename T>
inline T split_integral(T x, T* integral) {
  const T whole = toward_zero(x);
  *integral = whole;
  return with_sign_of(is_finite(x) || is_nan(x) ? x - whole : T{0}, x);
}

template <typename T>
inline T next_toward(T x, T target) {
  using Bits = typename Format<T>::Bits;
  if (is_nan(x) || is_nan(target)) return x + target;
  if (x == target) return target;
  if (x == T{0}) return with_sign_of(from_bits(Bits{1}), target);
  const Bits up = bits(x) + 1;
  const Bits down = bits(x) - 1;
  return from_bits((x < target) == (x > T{0}) ? up : down);
}

}  // namespace

HEDDLE_MATH float __nv_frexpf(float a, int* exponent) { return take_fraction(a, exponent); }
HEDDLE_MATH double __nv_frexp(double a, int* exponent) { return take_fraction(a, exponent); }
HEDDLE_MATH float __nv_ldexpf(float a, int n) { return scale(a, n); }
HEDDLE_MATH double __nv_ldexp(double a, int n) { return scale(a, n); }
HEDDLE_MATH float __nv_scalbnf(float a, int n) { return scale(a, n); }
HEDDLE_MATH double __nv_scalbn(double a, int n) { return scale(a, n); }
HEDDLE_MATH float __nv_logbf(float a) { return exponent_of(a); }
HEDDLE_MATH double __nv_logb(double a) { return exponent_of(a); }
HEDDLE_MATH int __nv_ilogbf(float a) { return integer_exponent_of(a); }
HEDDLE_MATH int __nv_ilogb(double a) { return integer_exponent_of(a); }
HEDDLE_MATH float __nv_modff(float a, float* integral) { return split_integral(a, integral); }
HEDDLE_MATH double __nv_modf(double a, double* integral) { return split_integral(a, integral); }
HEDDLE_MATH float __nv_nextafterf(float a, float b) { return next_toward(a, b); }
HEDDLE_MATH double __nv_nextafter(double a, double b) { return next_toward(a, b); }
