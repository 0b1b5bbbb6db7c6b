// fmod, remainder, remquo: exact, by long division. Each step divides by the divisor times a power
// of two that makes the quotient an integer that the format holds, so that fma subtracts the
// multiple without rounding; a rounded quotient is at most one too large, which is put right.

#include "float_format.hpp"

using namespace heddle::libdevice;

namespace {

template <typename T>
struct Division {
  T remainder;     // at least 0, below the divisor
  uint32_t whole;  // the quotient, its low bits: at least three
};

template <typename T>
inline int exponent_of(T x) {
  return decompose(x).exponent;
}

// For finite numbers, dividend >= 0, divisor > 0.
template <typename T>
inline Division<T> divide(T dividend, T divisor) {
  constexpr int kQuotientBits = Format<T>::kFraction - 2;
  uint32_t whole = 0;
  while (dividend >= divisor) {
    int shift = exponent_of(dividend) - exponent_of(divisor) - kQuotientBits;
    shift = shift < 0 ? 0 : shift;
    T multiple = divisor;
    for (int left = shift; left > 0;) {
      const int step = left < Format<T>::kBias ? left : Format<T>::kBias;
      multiple *= power_of_two<T>(step);
      left -= step;
    }
    T times = toward_zero(quotient(dividend, multiple));
    dividend = fma(-times, multiple, dividend);
    if (dividend < T(0)) {
      dividend = sum(dividend, multiple);
      times = sum(times, T(-1));
    }
    if (shift < 3) whole += static_cast<uint32_t>(static_cast<uint64_t>(times) << shift);
  }
  return {dividend, whole};
}

template <typename T>
inline bool undefined(T x, T y) {
  return !is_finite(x) || y == T(0) || is_nan(y);
}

template <typename T>
inline T truncated_remainder(T x, T y) {
  if (undefined(x, y)) return quiet_nan<T>();
  if (!is_finite(y)) return x;
  return with_sign_of(divide(absolute(x), absolute(y)).remainder, x);
}

// The nearest multiple is taken off, the even one of two as near.
template <typename T>
inline T nearest_remainder(T x, T y, int* quotient) {
  *quotient = 0;
  if (undefined(x, y)) return quiet_nan<T>();
  if (!is_finite(y)) return x;
  const T divisor = absolute(y);
  Division<T> result = divide(absolute(x), divisor);
  const T missing = difference(divisor, result.remainder);
  const bool odd = (result.whole & 1) != 0;
  if (result.remainder > missing || (result.remainder == missing && odd)) {
    result.remainder = -missing;
    ++result.whole;
  }
  const int low_bits = static_cast<int>(result.whole & 7);
  *quotient = (x < T(0)) != (y < T(0)) ? -low_bits : low_bits;
  const bool negative = (bits(x) & Format<T>::kSign) != 0;
  return negative ? -result.remainder : result.remainder;
}

}  // namespace

HEDDLE_MATH float __nv_fmodf(float a, float b) { return truncated_remainder(a, b); }
HEDDLE_MATH double __nv_fmod(double a, double b) { return truncated_remainder(a, b); }
HEDDLE_MATH float __nv_remquof(float a, float b, int* quotient) {
  return nearest_remainder(a, b, quotient);
}
HEDDLE_MATH double __nv_remquo(double a, double b, int* quotient) {
  return nearest_remainder(a, b, quotient);
}
HEDDLE_MATH float __nv_remainderf(float a, float b) {
  int quotient;
  return nearest_remainder(a, b, &quotient);
}
HEDDLE_MATH double __nv_remainder(double a, double b) {
  int quotient;
  return nearest_remainder(a, b, &quotient);
}
