#pragma once
// Sine of a reduced angle, double precision. Polynomials: fit/trig.sollya.

#include "trig_reduction.hpp"

namespace heddle::libdevice {

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

}  // namespace heddle::libdevice
