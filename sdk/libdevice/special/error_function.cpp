// erf, erfc, erfcx, normcdf. Polynomials: fit/error.py.

#include "error_core.hpp"

using namespace heddle::libdevice;

namespace {

// erf(x) / x - 1 for |x| <= 1, of x^2.
inline float erf_polynomial(float square) {
  return polynomial(square, 0x1.06eba8p-3F, -0x1.81273ep-2F, 0x1.ce2d1p-4F, -0x1.b7fabap-6F,
                    0x1.54127p-8F, -0x1.a45088p-11F, 0x1.4a569p-14F);
}
inline double erf_polynomial(double square) {
  return polynomial(square, 0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b3p-4,
                    -0x1.b82ce31284ep-6, 0x1.565bcd0dbaa38p-8, -0x1.c02db3dac435fp-11,
                    0x1.f9a321d5b8e1ep-14, -0x1.f4d1e3183f7aep-17, 0x1.b9df224ca4b97p-20,
                    -0x1.5f1ecb6f0764cp-23, 0x1.f7b4bf3b13964p-27, -0x1.389d4f2641625p-30,
                    0x1.05ffd737fb32ep-34);
}

// Beyond these arguments the results below no longer change.
template <typename T>
constexpr T kErfEnd = Format<T>::kFraction == 23 ? T(10.5) : T(28);
template <typename T>
constexpr T kNormalEnd = Format<T>::kFraction == 23 ? T(14.5) : T(39);

template <typename T>
inline T complement_of_magnitude(T x) {
  const T a = clamped(absolute(x), T(0), kErfEnd<T>);
  return gaussian(a, T(-1)) * scaled_complement(a);
}

inline double error_function(double x) {
  if (absolute(x) < 1.0) return fma(erf_polynomial(x * x), x, x);
  return with_sign_of(difference(1.0, complement_of_magnitude(x)), x);
}
// Single precision can afford 1 - erfc(x) = 1 - 2^(-x p(x)), p a polynomial from 1 to 4.
inline float error_function(float x) {
  const float a = clamped(absolute(x), 0.0F, 4.0F);
  if (a < 1.0F) return fma(erf_polynomial(x * x), x, x);
  const float p = polynomial(a, 0x1.a0f52cp+0F, 0x1.d44a0ep-1F, 0x1.3f5f64p-3F, -0x1.2b1c76p-5F,
                             0x1.9d8c34p-8F, -0x1.861a86p-11F, 0x1.badb26p-15F, -0x1.c391eap-20F);
  return with_sign_of(difference(1.0F, exp2_approx(-a * p)), x);
}

template <typename T>
inline T complementary_error_function(T x) {
  if (absolute(x) < T(0.625)) return difference(T(1), fma(erf_polynomial(x * x), x, x));
  const T value = complement_of_magnitude(x);
  return x < T(0) ? difference(T(2), value) : value;
}

template <typename T>
inline T scaled_complementary(T x) {
  const T value = scaled_complement(absolute(x));
  if (!(x < T(0))) return value;
  return fma(T(2), gaussian(clamped(x, -kErfEnd<T>, T(0)), T(1)), -value);
}

// erfc(-x / sqrt(2)) / 2
template <typename T>
inline T normal_distribution(T x) {
  const T a = clamped(absolute(x), T(0), kNormalEnd<T>);
  const T value = T(0.5) * gaussian(a, T(-0.5)) * scaled_complement(a * T(0x1.6a09e667f3bcdp-1));
  return x > T(0) ? difference(T(1), value) : value;
}

}  // namespace

HEDDLE_MATH float __nv_erff(float a) { return error_function(a); }
HEDDLE_MATH double __nv_erf(double a) { return error_function(a); }
HEDDLE_MATH float __nv_erfcf(float a) { return complementary_error_function(a); }
HEDDLE_MATH double __nv_erfc(double a) { return complementary_error_function(a); }
HEDDLE_MATH float __nv_erfcxf(float a) { return scaled_complementary(a); }
HEDDLE_MATH double __nv_erfcx(double a) { return scaled_complementary(a); }
HEDDLE_MATH float __nv_normcdff(float a) { return normal_distribution(a); }
HEDDLE_MATH double __nv_normcdf(double a) { return normal_distribution(a); }
