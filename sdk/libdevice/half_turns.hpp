#pragma once
// sin(pi x). Polynomials: fit/trig.sollya.

#include "angle.hpp"

namespace heddle::libdevice {

// x = quadrant / 2 + remainder, exactly, leaving out whole turns: for functions of pi * x.
template <typename T>
inline ReducedAngle<T> reduce_half_turns(T x) {
  const T turn = fma(nearest(x * T(0.5)), T(-2), x);
  const T shifted = fma(turn, T(2), Format<T>::kRounder);
  const T remainder = fma(sum(shifted, -Format<T>::kRounder), T(-0.5), turn);
  return {remainder, static_cast<int>(bits(shifted))};
}

// sin(pi (quadrant / 2 + remainder)).
inline float sine_of_half_turns(ReducedAngle<float> angle) {
  const bool cosine = (angle.quadrant & 1) != 0;
  const float square = angle.remainder * angle.remainder;
  const float first = cosine ? 1.0F : angle.remainder;
  float p = cosine ? fma(0x1.d684aap-3F, square, -0x1.55b7cep0F) : -0x1.2dbd92p-1F;
  p = fma(p, square, cosine ? 0x1.03c1b8p2F : 0x1.465fc4p1F);
  p = fma(p, square, cosine ? -0x1.3bd3ccp2F : -0x1.4abbbep2F);
  p = fma(p, square, cosine ? 0.0F : -0x1.777a5cp-24F);
  const float value = fma(first, cosine ? 1.0F : 0x1.921fb6p1F, product(first, p));
  return (angle.quadrant & 2) != 0 ? -value : value;
}

// sin(pi (quadrant / 2 + remainder)).
inline double sine_of_half_turns(ReducedAngle<double> angle) {
  const bool cosine = (angle.quadrant & 1) != 0;
  const double square = angle.remainder * angle.remainder;
  const double first = cosine ? 1.0 : angle.remainder;
  double p =
      cosine ? fma(-0x1.b1673f09c6647p-14, square, 0x1.f9c89cce8e2ccp-10) : 0x1.e3fe157a22a3ap-12;
  p = fma(p, square, cosine ? -0x1.a6d1e7297d362p-6 : -0x1.e3009539b825cp-8);
  p = fma(p, square, cosine ? 0x1.e1f5067b90e22p-3 : 0x1.5078300841253p-4);
  p = fma(p, square, cosine ? -0x1.55d3c7e3c325cp0 : -0x1.32d2cce31fa29p-1);
  p = fma(p, square, cosine ? 0x1.03c1f081b5a67p2 : 0x1.466bc67758c6ap1);
  p = fma(p, square, cosine ? -0x1.3bd3cc9be45dep2 : -0x1.4abbce625be46p2);
  p = fma(p, square, cosine ? 0.0 : 0x1.1a62633145c07p-53);
  const double value = fma(first, cosine ? 1.0 : 0x1.921fb54442d18p1, product(first, p));
  return (angle.quadrant & 2) != 0 ? -value : value;
}

}  // namespace heddle::libdevice
