// Sine, cosine, tangent, double precision. Polynomials: fit/trig.sollya.

#include "half_turns.hpp"
#include "trig_reduction.hpp"

using namespace heddle::libdevice;

namespace {

// sin(quadrant * pi/2 + remainder). One polynomial in remainder^2, with the coefficients of sine or
// cosine; the sum with +0 keeps the sign of a zero remainder.
inline double sine_of(ReducedAngle<double> angle) {
  const bool cosine = (angle.quadrant & 1) != 0;
  const double square = angle.remainder * angle.remainder;
  const double first = cosine ? 1.0 : angle.remainder;
  double p =
      cosine ? fma(-0x1.8f9f4d795607dp-37, square, 0x1.1ee9cc932a104p-29) : 0x1.5d8e4234a02e8p-33;
  p = fma(p, square, cosine ? -0x1.27e4f7d8b8d43p-22 : -0x1.ae5e549c421c6p-26);
  p = fma(p, square, cosine ? 0x1.a01a019c684dep-16 : 0x1.71de355f3628cp-19);
  p = fma(p, square, cosine ? -0x1.6c16c16c14e48p-10 : -0x1.a01a019bf2523p-13);
  p = fma(p, square, cosine ? 0x1.555555555554ap-5 : 0x1.111111110f75ep-7);
  p = fma(p, square, cosine ? -0.5 : -0x1.5555555555548p-3);
  const double value = fma(fma(p, square, 0.0), first, first);
  return (angle.quadrant & 2) != 0 ? -value : value;
}

inline double cosine_of(ReducedAngle<double> angle) {
  return sine_of({angle.remainder, angle.quadrant + 1});
}

inline double cosine_of_half_turns(ReducedAngle<double> angle) {
  return sine_of_half_turns(ReducedAngle<double>{angle.remainder, angle.quadrant + 1});
}

inline void sine_and_cosine_of(ReducedAngle<double> angle, double* s, double* c) {
  *s = sine_of(angle);
  *c = cosine_of(angle);
}

inline double tangent_of(ReducedAngle<double> angle) {
  const double r = angle.remainder;
  const double square = r * r;
  const double p = polynomial(
      square, 0x1.555555555555dp-2, 0x1.11111111106dfp-3, 0x1.ba1ba1bab21ecp-5,
      0x1.664f485fc988ap-6, 0x1.226e3a2f40257p-7, 0x1.d6d2f4b6ca50cp-9, 0x1.7db0d98b4b9a9p-10,
      0x1.34c3120f03d5cp-11, 0x1.fecc4dd7a99b2p-13, 0x1.606b70b622f26p-14, 0x1.166ede2154051p-14,
      -0x1.9c671808c35ecp-16, 0x1.90a8bc9ce7791p-15, -0x1.9006085d89b61p-16, 0x1.4599216ee6ecbp-17);
  const double relative = p * square;
  const double value = fma(relative, r, r);
  if ((angle.quadrant & 1) == 0) return value;
  // -1 / (value + rest), rest being what the rounding of value lost.
  const double rest = fma(relative, r, r - value);
  const double inverse = -1.0 / value;
  return fma(inverse * inverse, rest, inverse);
}

// sin(pi n) is 0 with the sign of n.
inline double signed_zero_at_integers(double x, double value) {
  return x == toward_zero(x) ? x * 0.0 : value;
}

}  // namespace

HEDDLE_MATH double __nv_sin(double a) { return sine_of(reduce(a)); }
HEDDLE_MATH double __nv_cos(double a) { return cosine_of(reduce(a)); }
HEDDLE_MATH double __nv_tan(double a) { return tangent_of(reduce(a)); }
HEDDLE_MATH void __nv_sincos(double a, double* s, double* c) {
  sine_and_cosine_of(reduce(a), s, c);
}
HEDDLE_MATH double __nv_sinpi(double a) {
  return signed_zero_at_integers(a, sine_of_half_turns(reduce_half_turns(a)));
}
HEDDLE_MATH double __nv_cospi(double a) { return cosine_of_half_turns(reduce_half_turns(a)); }
HEDDLE_MATH void __nv_sincospi(double a, double* s, double* c) {
  const ReducedAngle<double> angle = reduce_half_turns(a);
  *s = signed_zero_at_integers(a, sine_of_half_turns(angle));
  *c = cosine_of_half_turns(angle);
}
