// Bessel functions of orders 0 and 1 from quadruple precision and the standard library.

#include <cmath>

#include <quadmath.h>

#include "reference.hpp"

namespace heddle::libdevice::reference {

double j0(double x) { return static_cast<double>(j0q(x)); }
long double j0(long double x) { return static_cast<long double>(j0q(x)); }
double j1(double x) { return static_cast<double>(j1q(x)); }
long double j1(long double x) { return static_cast<long double>(j1q(x)); }
double y0(double x) { return static_cast<double>(y0q(x)); }
long double y0(long double x) { return static_cast<long double>(y0q(x)); }
double y1(double x) { return static_cast<double>(y1q(x)); }
long double y1(long double x) { return static_cast<long double>(y1q(x)); }

namespace {

// The power series up to 60, the asymptotic one beyond; the terms of the first are all positive.
__extension__ __float128 modified(int order, __float128 x) {
  if (isnanq(x) || isinfq(x)) return x * x;
  __float128 term = order == 0 ? 1 : x / 2;
  __float128 total = term;
  if (x < 60) {
    for (int k = 1; k < 400; ++k) {
      term *= x * x / 4 / k / (k + order);
      total += term;
    }
    return total;
  }
  term = 1;
  total = 1;
  for (int k = 1; k < 50; ++k) {
    term *= -(4 * order - (2 * k - 1) * (2 * k - 1)) / (8 * k * x);
    total += term;
  }
  return total * expq(x) / sqrtq(2 * acosq(-1) * x);
}

}  // namespace

double cyl_bessel_i0(double x) { return static_cast<double>(modified(0, fabsq(x))); }
long double cyl_bessel_i0(long double x) { return static_cast<long double>(modified(0, fabsq(x))); }
double cyl_bessel_i1(double x) {
  return std::copysign(static_cast<double>(modified(1, fabsq(x))), x);
}
long double cyl_bessel_i1(long double x) {
  return std::copysign(static_cast<long double>(modified(1, fabsq(x))), x);
}

}  // namespace heddle::libdevice::reference
