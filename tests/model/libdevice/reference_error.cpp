// The error function's relatives: from the C library's erf and erfc in a wider format, the inverses
// by Newton's method.

#include <cmath>
#include <numbers>

#include <quadmath.h>

#include "reference.hpp"

namespace heddle::libdevice::reference {

namespace {

__extension__ using Quad = __float128;

Quad scaled_complement(Quad x) {
  if (x < 50) return expq(x * x) * erfcq(x);
  Quad term = 1;
  Quad total = 1;
  for (int k = 1; k < 20; ++k) {
    term *= -(2 * k - 1) / (2 * x * x);
    total += term;
  }
  return total / (x * sqrtq(acosq(-1)));
}

template <typename T>
T inverse_erf(T x) {
  T z = x * std::numbers::inv_sqrtpi_v<T>;
  for (int i = 0; i < 60; ++i) {
    const T slope = 2 * std::numbers::inv_sqrtpi_v<T> * std::exp(-z * z);
    z -= (std::erf(z) - x) / slope;
  }
  return z;
}

// Newton's method on log(erfc), which is concave, from a point right of the root: erfc(z) is less
// than e^(-z^2).
template <typename T>
T inverse_erfc_in_tail(T y) {
  T z = std::sqrt(-std::log(y));
  for (int i = 0; i < 200; ++i) {
    const T value = std::erfc(z);
    const T log_slope = -2 * std::numbers::inv_sqrtpi_v<T> * std::exp(-z * z) / value;
    const T step = (std::log(value) - std::log(y)) / log_slope;
    z -= step;
    if (std::fabs(step) <= z * std::numeric_limits<T>::epsilon()) break;
  }
  return z;
}

template <typename T>
T erfc_inverse(T y) {
  if (!(y >= 0 && y <= 2)) return NAN;
  if (y == 0) return INFINITY;
  if (y > 1) return -erfc_inverse(2 - y);
  return y > T(0.5) ? inverse_erf(1 - y) : inverse_erfc_in_tail(y);
}
template <typename T>
T erf_inverse(T x) {
  if (std::fabs(x) < T(0.5)) return inverse_erf(x);
  return std::copysign(erfc_inverse(1 - std::fabs(x)), x);
}

}  // namespace

double erfinv(double x) { return erf_inverse(x); }
long double erfinv(long double x) { return erf_inverse(x); }
double erfcinv(double x) { return erfc_inverse(x); }
long double erfcinv(long double x) { return erfc_inverse(x); }
double normcdfinv(double x) { return -std::numbers::sqrt2 * erfc_inverse(2 * x); }
long double normcdfinv(long double x) {
  return -std::numbers::sqrt2_v<long double> * erfc_inverse(2 * x);
}
long double erfcx(long double x) { return static_cast<long double>(scaled_complement(x)); }
double erfcx(double x) { return static_cast<double>(scaled_complement(x)); }
long double normcdf(long double x) { return static_cast<long double>(erfcq(-x / sqrtq(2)) / 2); }
double normcdf(double x) { return std::erfc(-x * std::numbers::sqrt2 / 2) / 2; }

}  // namespace heddle::libdevice::reference
