// sinh, cosh, tanh: polynomials near 0 (fit/inverse.sollya), exponentials elsewhere.

#include "exp_core.hpp"

using namespace heddle::libdevice;

namespace {

// (tanh(x) - x) / x^3 for |x| <= 0.55 and (sinh(x) - x) / x^3 for |x| <= 1, of x^2.
inline float tanh_polynomial(float square) {
  return polynomial(square, -0x1.55554ap-2F, 0x1.110dp-3F, -0x1.b92358p-5F, 0x1.5918a4p-6F,
                    -0x1.9a79bap-8F);
}
inline double tanh_polynomial(double square) {
  return polynomial(square, -0x1.555555555554fp-2, 0x1.1111111110794p-3, -0x1.ba1ba1b97d0ep-5,
                    0x1.664f4859598d1p-6, -0x1.226e2f11e98b2p-7, 0x1.d6d29b3a9be7ep-9,
                    -0x1.7d8fcf79b25dep-10, 0x1.34838ed8def4bp-11, -0x1.e96e9aaa7d05fp-13,
                    0x1.5d71385dfab3ap-14, -0x1.4709c2bd555dbp-16);
}
inline float sinh_polynomial(float square) {
  return polynomial(square, 0x1.555556p-3F, 0x1.1110eap-7F, 0x1.a01c22p-13F, 0x1.76771ep-19F);
}
inline double sinh_polynomial(double square) {
  return polynomial(square, 0x1.5555555555556p-3, 0x1.111111111104p-7, 0x1.a01a01a0318d8p-13,
                    0x1.71de3a40565e2p-19, 0x1.ae646b4d5f194p-26, 0x1.6118df717736cp-33,
                    0x1.b52ebddfb4a56p-41);
}

inline float inverse_of(float x) { return reciprocal_approx(x); }
inline double inverse_of(double x) { return 1.0 / x; }

// x + x^3 p; the sum with +0 keeps the sign of a zero x.
template <typename T>
inline T odd(T x, T square, T p) {
  return fma(fma(p, square, T(0)), x, x);
}

template <typename T>
inline T hyperbolic_tangent(T x) {
  const T magnitude = absolute(x);
  if (magnitude < T(0.55)) return odd(x, x * x, tanh_polynomial(x * x));
  const T inverse = inverse_of(sum(exponential(magnitude + magnitude), T(1)));
  return with_sign_of(fma(T(-2), inverse, T(1)), x);
}

template <typename T>
inline T hyperbolic_sine(T x) {
  const T magnitude = absolute(x);
  if (magnitude < T(1)) return odd(x, x * x, sinh_polynomial(x * x));
  const T half = exponential<1>(magnitude);
  return with_sign_of(fma(T(-0.25), inverse_of(half), half), x);
}

template <typename T>
inline T hyperbolic_cosine(T x) {
  const T half = exponential<1>(absolute(x));
  return fma(T(0.25), inverse_of(half), half);
}

}  // namespace

HEDDLE_MATH float __nv_sinhf(float a) { return hyperbolic_sine(a); }
HEDDLE_MATH double __nv_sinh(double a) { return hyperbolic_sine(a); }
HEDDLE_MATH float __nv_coshf(float a) { return hyperbolic_cosine(a); }
HEDDLE_MATH double __nv_cosh(double a) { return hyperbolic_cosine(a); }
HEDDLE_MATH float __nv_tanhf(float a) { return hyperbolic_tangent(a); }
HEDDLE_MATH double __nv_tanh(double a) { return hyperbolic_tangent(a); }
