// hypot and the norms: the squares are summed after scaling by the power of two that brings the
// largest component to about 1, so that none overflows and those that underflow do not count.

#include "root_core.hpp"

using namespace heddle::libdevice;

namespace {

// 2^-exponent(largest), and its reciprocal; exponents kept where both are normal numbers.
template <typename T>
struct Scale {
  T down;
  T up;
};
inline Scale<float> scale_for(float largest) {
  const int exponent = static_cast<int>(bits(largest) & 0x7f800000U);
  const int kept = exponent < 0x00800000   ? 0x00800000
                   : exponent > 0x7e800000 ? 0x7e800000
                                           : exponent;
  return {bit_cast<float>(0x7f000000 - kept), bit_cast<float>(kept)};
}
inline Scale<double> scale_for(double largest) {
  const int exponent = high_word(largest) & 0x7ff00000;
  const int kept = exponent < 0x00100000   ? 0x00100000
                   : exponent > 0x7fd00000 ? 0x7fd00000
                                           : exponent;
  return {from_words(0x7fe00000 - kept, 0), from_words(kept, 0)};
}

// What is known of a vector after a walk over its components.
template <typename T>
struct Sum {
  T squares;  // of the scaled components
  Scale<T> scale;
  T largest;  // without NaN
};

template <typename T, typename... Components>
inline Sum<T> sum_of_squares(T first, Components... others) {
  T largest = absolute(first);
  ((largest = maximum(largest, absolute(others))), ...);
  const Scale<T> scale = scale_for(largest);
  T squares = (first * scale.down) * (first * scale.down);
  ((squares = fma(others * scale.down, others * scale.down, squares)), ...);
  return {squares, scale, largest};
}
template <typename T>
inline Sum<T> sum_of_squares(int count, const T* components) {
  T largest = T(0);
  for (int i = 0; i < count; ++i) largest = maximum(largest, absolute(components[i]));
  const Scale<T> scale = scale_for(largest);
  T squares = T(0);
  for (int i = 0; i < count; ++i) {
    squares = fma(components[i] * scale.down, components[i] * scale.down, squares);
  }
  return {squares, scale, largest};
}

// An infinite component makes the norm infinite, whatever the others are.
template <typename T>
inline T norm_of(Sum<T> total) {
  const T value = square_root(total.squares) * total.scale.up;
  return total.largest == infinity<T>() ? infinity<T>() : value;
}
template <typename T>
inline T inverse_norm_of(Sum<T> total) {
  const T value = inverse_square_root(total.squares) * total.scale.down;
  return total.largest == infinity<T>() ? T(0) : value;
}

}  // namespace

HEDDLE_MATH float __nv_hypotf(float a, float b) { return norm_of(sum_of_squares(a, b)); }
HEDDLE_MATH double __nv_hypot(double a, double b) { return norm_of(sum_of_squares(a, b)); }
HEDDLE_MATH float __nv_rhypotf(float a, float b) { return inverse_norm_of(sum_of_squares(a, b)); }
HEDDLE_MATH double __nv_rhypot(double a, double b) { return inverse_norm_of(sum_of_squares(a, b)); }
HEDDLE_MATH float __nv_norm3df(float a, float b, float c) {
  return norm_of(sum_of_squares(a, b, c));
}
HEDDLE_MATH double __nv_norm3d(double a, double b, double c) {
  return norm_of(sum_of_squares(a, b, c));
}
HEDDLE_MATH float __nv_rnorm3df(float a, float b, float c) {
  return inverse_norm_of(sum_of_squares(a, b, c));
}
HEDDLE_MATH double __nv_rnorm3d(double a, double b, double c) {
  return inverse_norm_of(sum_of_squares(a, b, c));
}
HEDDLE_MATH float __nv_norm4df(float a, float b, float c, float d) {
  return norm_of(sum_of_squares(a, b, c, d));
}
HEDDLE_MATH double __nv_norm4d(double a, double b, double c, double d) {
  return norm_of(sum_of_squares(a, b, c, d));
}
HEDDLE_MATH float __nv_rnorm4df(float a, float b, float c, float d) {
  return inverse_norm_of(sum_of_squares(a, b, c, d));
}
HEDDLE_MATH double __nv_rnorm4d(double a, double b, double c, double d) {
  return inverse_norm_of(sum_of_squares(a, b, c, d));
}
HEDDLE_MATH float __nv_normf(int count, const float* components) {
  return norm_of(sum_of_squares(count, components));
}
HEDDLE_MATH double __nv_norm(int count, const double* components) {
  return norm_of(sum_of_squares(count, components));
}
HEDDLE_MATH float __nv_rnormf(int count, const float* components) {
  return inverse_norm_of(sum_of_squares(count, components));
}
HEDDLE_MATH double __nv_rnorm(int count, const double* components) {
  return inverse_norm_of(sum_of_squares(count, components));
}
