// Sine, cosine, tangent, single precision. Polynomials: fit/trig.sollya.

#include "half_turns.hpp"
#include "trig_reduction.hpp"

using namespace heddle::libdevice;

namespace {

// sin(quadrant * pi/2 + remainder). One polynomial in remainder^2, with the coefficients of sine or
// cosine; the sum with +0 keeps the sign of a zero remainder.
inline float sine_of(ReducedAngle<float> angle) {
  const bool cosine = (angle.quadrant & 1) != 0;
  const float square = angle.remainder * angle.remainder;
  const float first = cosine ? 1.0F : angle.remainder;
  float p = cosine ? fma(0x1.99e91p-16F, square, -0x1.6c0c2ap-10F) : -0x1.9954p-13F;
  p = fma(p, square, cosine ? 0x1.55554ap-5F : 0x1.110778p-7F);
  p = fma(p, square, cosine ? -0.5F : -0x1.555546p-3F);
  const float value = fma(fma(p, square, 0.0F), first, first);
  return (angle.quadrant & 2) != 0 ? -value : value;
}

inline float cosine_of(ReducedAngle<float> angle) {
  return sine_of({angle.remainder, angle.quadrant + 1});
}

inline float cosine_of_half_turns(ReducedAngle<float> angle) {
  return sine_of_half_turns(ReducedAngle<float>{angle.remainder, angle.quadrant + 1}) +
         0.0F;  // not -0
}

inline void sine_and_cosine_of(ReducedAngle<float> angle, float* s, float* c) {
  *s = sine_of(angle);
  *c = cosine_of(angle);
}

inline float tangent_of(ReducedAngle<float> angle) {
  const float r = angle.remainder;
  const float square = r * r;
  const float p = polynomial(square, 0x1.5554dep-2F, 0x1.112ddep-3F, 0x1.b5878ep-5F, 0x1.905d04p-6F,
                             0x1.97c16ep-9F, 0x1.33b448p-7F);
  const float relative = p * square;
  const float value = fma(relative, r, r);
  if ((angle.quadrant & 1) == 0) return value;
  // -1 / (value + rest), rest being what the rounding of value lost.
  const float rest = fma(relative, r, r - value);
  const float inverse = -1.0F / value;
  return fma(inverse * inverse, rest, inverse);
}

// sin(pi n) is 0 with the sign of n.
inline float signed_zero_at_integers(float x, float value) {
  return x == toward_zero(x) ? x * 0.0F : value;
}

}  // namespace

HEDDLE_MATH float __nv_sinf(float a) { return sine_of(reduce(a)); }
HEDDLE_MATH float __nv_cosf(float a) { return cosine_of(reduce(a)); }
HEDDLE_MATH float __nv_tanf(float a) { return tangent_of(reduce(a)); }
HEDDLE_MATH void __nv_sincosf(float a, float* s, float* c) { sine_and_cosine_of(reduce(a), s, c); }
HEDDLE_MATH float __nv_sinpif(float a) {
  return signed_zero_at_integers(a, sine_of_half_turns(reduce_half_turns(a)));
}
HEDDLE_MATH float __nv_cospif(float a) { return cosine_of_half_turns(reduce_half_turns(a)); }
HEDDLE_MATH void __nv_sincospif(float a, float* s, float* c) {
  const ReducedAngle<float> angle = reduce_half_turns(a);
  *s = signed_zero_at_integers(a, sine_of_half_turns(angle));
  *c = cosine_of_half_turns(angle);
}
