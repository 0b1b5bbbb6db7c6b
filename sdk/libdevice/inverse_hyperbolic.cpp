// asinh, acosh, atanh by way of log(1 + x).

#include "log_core.hpp"

using namespace heddle::libdevice;

namespace {

// From here on the squares in the formulas below add nothing but overflow.
template <typename T>
constexpr T kLarge = T(Format<T>::kFraction == 23 ? 0x1p14 : 0x1p28);

// log(1 + argument), or log(2 x) where x is large, from one polynomial.
template <typename T>
inline T log_of_one_plus_or_double(T argument, T x) {
  LogParts<T> parts = log_parts_of_one_plus(argument);
  LogParts<T> large = log_parts(x);
  large.exponent = large.exponent + T(1);
  parts.remainder = x > kLarge<T> ? large.remainder : parts.remainder;
  parts.exponent = x > kLarge<T> ? large.exponent : parts.exponent;
  return natural_log(parts);
}

// log(a + sqrt(1 + a^2)) = log1p(a + a^2 / (1 + sqrt(1 + a^2)))
template <typename T>
inline T inverse_sinh(T x) {
  const T a = absolute(x);
  const T argument = fma(a / (T(1) + square_root(fma(a, a, T(1)))), a, a);
  const T value = with_sign_of(log_of_one_plus_or_double(argument, a), x);
  return a < power_of_two<T>(-Format<T>::kFraction) || !is_finite(x) ? x : value;
}

// With t = x - 1: log1p(t + sqrt(2 t + t^2))
template <typename T>
inline T inverse_cosh(T x) {
  const T t = x - T(1);
  const T value = log_of_one_plus_or_double(t + square_root(fma(t, t, t + t)), x);
  return x < infinity<T>() ? (x >= T(1) ? value : quiet_nan<T>()) : x;
}

// log1p(2 a / (1 - a)) / 2
template <typename T>
inline T inverse_tanh(T x) {
  const T a = absolute(x);
  if (!(a < T(1))) return a == T(1) ? with_sign_of(infinity<T>(), x) : quiet_nan<T>();
  const T value = T(0.5) * natural_log_of_one_plus((a + a) / (T(1) - a));
  return a < power_of_two<T>(-Format<T>::kFraction) ? x : with_sign_of(value, x);
}

}  // namespace

HEDDLE_MATH float __nv_asinhf(float a) { return inverse_sinh(a); }
HEDDLE_MATH double __nv_asinh(double a) { return inverse_sinh(a); }
HEDDLE_MATH float __nv_acoshf(float a) { return inverse_cosh(a); }
HEDDLE_MATH double __nv_acosh(double a) { return inverse_cosh(a); }
HEDDLE_MATH float __nv_atanhf(float a) { return inverse_tanh(a); }
HEDDLE_MATH double __nv_atanh(double a) { return inverse_tanh(a); }
