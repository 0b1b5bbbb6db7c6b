// asinh, acosh, atanh by way of log(1 + x).

#include "log_core.hpp"

using namespace heddle::libdevice;

namespace {

// From here on the squares in the formulas below add nothing but overflow.
template <typename T>
constexpr T kLarge = T(Format<T>::kFraction == 23 ? 0x1p14 : 0x1p28);

// log(2 x), x > 0 and finite.
template <typename T>
inline T log_of_double(T x) {
  LogParts<T> parts = log_parts(x);
  parts.exponent = parts.exponent + T(1);
  return natural_log(parts);
}

// log(a + sqrt(1 + a^2)) = log1p(a + a^2 / (1 + sqrt(1 + a^2)))
template <typename T>
inline T inverse_sinh(T x) {
  const T a = absolute(x);
  if (a > kLarge<T>) return is_finite(x) ? with_sign_of(log_of_double(a), x) : x;
  const T square = a * a;
  const T argument = fma(a / (T(1) + square_root(fma(a, a, T(1)))), a, a);
  const T value = with_sign_of(natural_log_of_one_plus(argument), x);
  return square < power_of_two<T>(-2 * Format<T>::kFraction) || is_nan(x) ? x : value;
}

// With t = x - 1: log1p(t + sqrt(2 t + t^2))
template <typename T>
inline T inverse_cosh(T x) {
  if (!(x >= T(1))) return quiet_nan<T>();
  if (x > kLarge<T>) return is_finite(x) ? log_of_double(x) : x;
  const T t = x - T(1);
  return natural_log_of_one_plus(t + square_root(fma(t, t, t + t)));
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
