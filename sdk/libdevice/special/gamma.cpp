// gamma and its logarithm. Single precision goes by way of double.

#include "gamma_core.hpp"

using namespace heddle::libdevice;

namespace {

// gamma(x) for |x| < 5.5, x not an integer below 1.
inline double gamma_by_factors(double x) {
  const double n = nearest(x);
  const double f = x - n;
  double above = gamma_near_two(f);
  for (double k = 2.0; k < n; k += 1.0) above *= f + k;
  double below = 1.0;
  for (double k = n; k < 2.0; k += 1.0) below *= f + k;
  return above / below;
}

// Negative ones by gamma(-a) = -pi / (a sin(pi a) gamma(a)); sin(pi a) has the sign of 1 where the
// integer below a is even.
inline double gamma_by_stirling(double x) {
  const double a = absolute(x);
  const Pair<double> logarithm = stirling(minimum(a, 190.0));
  const Exponential parts = exponential_parts(logarithm.high, logarithm.low);
  if (x > 0.0) return scale_by(parts.significand, parts.exponent);
  const double value = kPi / (minimum(a, 190.0) * sine_of_pi_times(a) * parts.significand);
  const double floor = __builtin_floor(a);
  const bool even = floor == 2.0 * __builtin_floor(floor * 0.5);
  return scale_by(even ? -value : value, -parts.exponent);
}

inline double gamma(double x) {
  if (x == 0.0) return 1.0 / x;
  if ((x < 0.0 && x == toward_zero(x)) || is_nan(x)) return quiet_nan<double>();
  return absolute(x) < kStirlingFrom ? gamma_by_factors(x) : gamma_by_stirling(x);
}

// log(gamma(a)), a > 0: log(gamma(2 + f)) and the log of the factors between.
inline double log_gamma_by_factors(double a) {
  double f = a - 2.0;
  double factors = 1.0;
  if (a < 0.5) {
    f = a;
    factors = a * (a + 1.0);
  } else if (a < 1.25) {
    f = a - 1.0;
    factors = a;
  } else {
    while (f > 0.5) {
      factors *= f + 1.0;
      f -= 1.0;
    }
  }
  const double logarithm = natural_log(log_parts(factors));
  return fma(f, log_gamma_near_two(f), a < 1.25 ? -logarithm : logarithm);
}

inline double log_gamma_of_positive(double a) {
  if (a < kStirlingFrom) return log_gamma_by_factors(a);
  if (a > 0x1p58) return a * (natural_log(log_parts(a)) - 1.0);
  return stirling(a).high;
}

inline double log_gamma(double x) {
  const double a = absolute(x);
  if (!is_finite(x)) return x * x;
  if (a < 0x1p-60) return a == 0.0 ? infinity<double>() : -natural_log(log_parts_of_any(a));
  const double value = log_gamma_of_positive(a);
  if (x > 0.0) return value;
  const double sine = sine_of_pi_times(a);
  if (sine == 0.0) return infinity<double>();
  return natural_log(log_parts(kPi / (a * sine))) - value;
}

}  // namespace

HEDDLE_MATH float __nv_tgammaf(float a) { return static_cast<float>(gamma(a)); }
HEDDLE_MATH double __nv_tgamma(double a) { return gamma(a); }
HEDDLE_MATH float __nv_lgammaf(float a) { return static_cast<float>(log_gamma(a)); }
HEDDLE_MATH double __nv_lgamma(double a) { return log_gamma(a); }
