// CUDA's mathematical functions that the C library lacks, for host code: through the C library's
// own functions.
#ifndef HEDDLE_HOST_MATH_H
#define HEDDLE_HOST_MATH_H

#include <math.h>

#include "../../host_defines.h"

#define HEDDLE_HOST static __inline__ __host__

HEDDLE_HOST double rsqrt(double x) { return 1.0 / ::sqrt(x); }
HEDDLE_HOST double rcbrt(double x) { return 1.0 / ::cbrt(x); }
HEDDLE_HOST double rhypot(double x, double y) { return 1.0 / ::hypot(x, y); }
HEDDLE_HOST double norm3d(double x, double y, double z) { return ::hypot(::hypot(x, y), z); }
HEDDLE_HOST double norm4d(double x, double y, double z, double w) {
  return ::hypot(::hypot(x, y), ::hypot(z, w));
}
HEDDLE_HOST double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
HEDDLE_HOST double rnorm4d(double x, double y, double z, double w) {
  return 1.0 / norm4d(x, y, z, w);
}

/// sin and cos of pi x: exact reduction to |r| <= 1/4, then the quadrant.
HEDDLE_HOST void sincospi(double x, double* sine, double* cosine) {
  const double pi = 3.14159265358979323846;
  if (!(::fabs(x) < 4503599627370496.0)) {  // 2^52: every such number is an integer
    *sine = x - x;
    *cosine = x - x == 0 ? (::fmod(x, 2.0) == 0 ? 1.0 : -1.0) : x - x;
    return;
  }
  const double halves = ::nearbyint(2 * x);
  const double r = pi * (x - halves / 2);
  const int quadrant = static_cast<int>(::fmod(halves, 4.0) + 4.0) & 3;
  const double s = ::sin(r), c = ::cos(r);
  *sine = quadrant == 0 ? s : quadrant == 1 ? c : quadrant == 2 ? -s : -c;
  *cosine = quadrant == 0 ? c : quadrant == 1 ? -s : quadrant == 2 ? -c : s;
}
HEDDLE_HOST double sinpi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return s;
}
HEDDLE_HOST double cospi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return c;
}

HEDDLE_HOST double normcdf(double x) { return 0.5 * ::erfc(-x * 0.70710678118654752440); }
/// exp(x^2) erfc(x): directly while erfc(x) is a normal number, beyond by the continued fraction
/// 1 / (sqrt(pi) (x + (1/2) / (x + 1 / (x + (3/2) / ...)))).
HEDDLE_HOST double erfcx(double x) {
  if (x < 8) return ::exp(x * x) * ::erfc(x);
  double tail = x;
  for (int k = 40; k > 0; --k) tail = x + 0.5 * k / tail;
  return 0.56418958354775628695 / tail;
}
/// y with erfc(y) = p: a normal quantile's usual start, then Newton's steps on log(erfc).
HEDDLE_HOST double erfcinv(double p) {
  if (!(p > 0 && p < 2)) return p == 0 ? HUGE_VAL : p == 2 ? -HUGE_VAL : NAN;
  if (p > 1) return -erfcinv(2 - p);
  double y =
      p > 0.1 ? (1 - p) * 0.886 : ::sqrt(-::log(p * ::sqrt(-::log(p / 2)) * 1.7725 / 2 + p / 4));
  for (int step = 0; step < 60; ++step) {
    const double e = ::erfc(y);
    const double slope = -1.12837916709551257390 * ::exp(-y * y);
    const double next = y - (e <= 0 ? -0.5 : ::log(e / p) * e / slope);
    if (next == y) break;
    y = next;
  }
  return y;
}
HEDDLE_HOST double erfinv(double x) {
  if (::fabs(x) > 0.5) return x > 0 ? erfcinv(1 - x) : -erfcinv(1 + x);
  double y = x * 0.886;
  for (int step = 0; step < 8; ++step) {
    y -= (::erf(y) - x) * 0.88622692545275801365 * ::exp(y * y);
  }
  return y;
}
HEDDLE_HOST double normcdfinv(double p) { return -1.41421356237309504880 * erfcinv(2 * p); }

/// Modified Bessel functions of the first kind, by their power series: sum of (x^2/4)^k / (k!
/// (k+n)!).
HEDDLE_HOST double cyl_bessel_i0(double x) {
  double term = 1, sum = 1;
  for (int k = 1; k < 1000 && term > sum * 1e-17; ++k) sum += term *= x * x / 4 / k / k;
  return sum;
}
HEDDLE_HOST double cyl_bessel_i1(double x) {
  double term = 1, sum = 1;
  for (int k = 1; k < 1000 && term > sum * 1e-17; ++k) sum += term *= x * x / 4 / k / (k + 1);
  return x / 2 * sum;
}

#define HEDDLE_HOST_SINGLE(name) \
  HEDDLE_HOST float name##f(float x) { return static_cast<float>(name(static_cast<double>(x))); }
HEDDLE_HOST_SINGLE(rsqrt)
HEDDLE_HOST_SINGLE(rcbrt)
HEDDLE_HOST_SINGLE(sinpi)
HEDDLE_HOST_SINGLE(cospi)
HEDDLE_HOST_SINGLE(normcdf)
HEDDLE_HOST_SINGLE(normcdfinv)
HEDDLE_HOST_SINGLE(erfcx)
HEDDLE_HOST_SINGLE(erfinv)
HEDDLE_HOST_SINGLE(erfcinv)
HEDDLE_HOST_SINGLE(cyl_bessel_i0)
HEDDLE_HOST_SINGLE(cyl_bessel_i1)
#undef HEDDLE_HOST_SINGLE
HEDDLE_HOST void sincospif(float x, float* sine, float* cosine) {
  double s, c;
  sincospi(static_cast<double>(x), &s, &c);
  *sine = static_cast<float>(s);
  *cosine = static_cast<float>(c);
}
HEDDLE_HOST float rhypotf(float x, float y) { return static_cast<float>(rhypot(x, y)); }
HEDDLE_HOST float norm3df(float x, float y, float z) { return static_cast<float>(norm3d(x, y, z)); }
HEDDLE_HOST float rnorm3df(float x, float y, float z) {
  return static_cast<float>(rnorm3d(x, y, z));
}
HEDDLE_HOST float norm4df(float x, float y, float z, float w) {
  return static_cast<float>(norm4d(x, y, z, w));
}
HEDDLE_HOST float rnorm4df(float x, float y, float z, float w) {
  return static_cast<float>(rnorm4d(x, y, z, w));
}
HEDDLE_HOST float fdividef(float x, float y) { return x / y; }
HEDDLE_HOST double fdivide(double x, double y) { return x / y; }

#undef HEDDLE_HOST

#endif
