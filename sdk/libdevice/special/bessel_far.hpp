#pragma once
// Bessel functions from 8 on: sqrt(2 / (pi x)) amplitude cos(x - (2 order + 1) pi/4 + phase), and
// sin for the second kind; amplitude and phase are near 1 and 0. Polynomials: fit/bessel.py.

#include "trig_core.hpp"

namespace heddle::libdevice {

// sqrt(pi x / 2 (j0^2 + y0^2)) for x >= 8, of 1 / x^2.
inline double amplitude_0(double t) {
  return polynomial(t, 0x1.fffffffffffffp-1, -0x1.ffffffffb4bc3p-5, 0x1.a7fffe7fb364ap-4,
                    -0x1.15ef3d142fe12p-1, 0x1.761d2cbe2abep+2, -0x1.a760202ea528bp+6,
                    0x1.56d4a6d051388p+11, -0x1.418deee38bfa6p+16, 0x1.10087212c74c5p+21,
                    -0x1.426016ff35453p+25, 0x1.74aa1479938eap+28);
}

// x (angle of (j0, y0) - x + pi/4) for x >= 8, of 1 / x^2.
inline double phase_0(double t) {
  return polynomial(t, -0x1.fffffffffffb2p-4, 0x1.0aaaaaa982144p-4, -0x1.ad332d461d447p-3,
                    0x1.a355450687e0bp+0, -0x1.7732b7e708b3ap+4, 0x1.07a1158a953d9p+9,
                    -0x1.f3f9fa39f7801p+13, 0x1.0369456d43a2ep+19, -0x1.d13055da644b5p+23,
                    0x1.1cd01bcd8419bp+28, -0x1.4f9f1d1830ac7p+31);
}

// The same of j1 and y1, whose angle starts at x - 3 pi/4.
inline double amplitude_1(double t) {
  return polynomial(t, 0x1.0000000000001p+0, 0x1.7fffffffea95cp-3, -0x1.8bffff255c0a3p-3,
                    0x1.9c4f224c194f7p-1, -0x1.ef2064a621dadp+2, 0x1.0727bfe5041dbp+7,
                    -0x1.9af5d36feb63bp+11, 0x1.79c0f48aaab4p+16, -0x1.3c38878add812p+21,
                    0x1.74a9e6f7a3ea7p+25, -0x1.ad76b06138248p+28);
}

inline double phase_1(double t) {
  return polynomial(t, 0x1.7ffffffffffeap-2, -0x1.4fffffff57699p-3, 0x1.7bccc96ea7491p-2,
                    -0x1.2f46b71f0a04p+1, 0x1.e9868fc1d19a5p+4, -0x1.44d70ea351128p+9,
                    0x1.2a0eeac7f0e8fp+14, -0x1.2fc76dfbbf83bp+19, 0x1.0dd3f50fd68d3p+24,
                    -0x1.48c156b92d15ep+28, 0x1.824dcbfe4a6dep+31);
}

// j and y are the cosine and the sine of the same angle; `quadrants` is 1 for j, 0 for y. `turn` is
// the angle's constant part.
inline double bessel_far(double x, double amplitude, double phase, double turn, int quadrants) {
  ReducedAngle<double> angle = reduce(x);
  angle.quadrant += quadrants;
  angle.remainder = sum(angle.remainder, sum(phase, turn));
  if (angle.remainder < -0x1.921fb54442d18p-1) {
    angle.remainder = sum(angle.remainder, 0x1.921fb54442d18p+0);
    --angle.quadrant;
  }
  return 0x1.9884533d43651p-1 * amplitude / square_root(x) * sine_of(angle);  // sqrt(2 / pi)
}
inline double bessel_far_0(double x, int quadrants) {
  const double inverse = 1.0 / x;
  const double square = inverse * inverse;
  const double phase = product(phase_0(square), inverse);
  return bessel_far(x, amplitude_0(square), phase, -0x1.921fb54442d18p-1, quadrants);
}
// The turn by -3 pi/4 is one by -pi/4 and a quadrant back.
inline double bessel_far_1(double x, int quadrants) {
  const double inverse = 1.0 / x;
  const double square = inverse * inverse;
  const double phase = product(phase_1(square), inverse);
  return bessel_far(x, amplitude_1(square), phase, -0x1.921fb54442d18p-1, quadrants - 1);
}

}  // namespace heddle::libdevice
