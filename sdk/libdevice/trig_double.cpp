// Sine, cosine, tangent, double precision. Polynomials: fit/trig.sollya.

#include "half_turns.hpp"
#include "trig_core.hpp"

using namespace heddle::libdevice;

namespace {

inline double cosine_of(ReducedAngle<double> angle) {
  return sine_of({angle.remainder, angle.quadrant + 1});
}

inline double cosine_of_half_turns(ReducedAngle<double> angle) {
  return sine_of_half_turns(ReducedAngle<double>{angle.remainder, angle.quadrant + 1}) +
         0.0;  // not -0
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
