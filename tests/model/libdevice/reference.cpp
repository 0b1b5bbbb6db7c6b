#include "reference.hpp"

#include <cmath>
#include <numbers>

namespace heddle::libdevice::reference {

namespace {

// sin(pi/2 * (2x + shift)) from the nearest multiple of a quarter turn.
template <typename T>
T sine_of_half_turns(T x, int shift) {
  if (std::isinf(x)) return NAN;
  const T turn = std::remainder(x, T{2});
  const T quarter = std::rint(2 * turn);
  const T angle = (turn - quarter / 2) * std::numbers::pi_v<T>;
  switch ((static_cast<int>(quarter) + shift) & 3) {
    case 0:
      return std::sin(angle);
    case 1:
      return std::cos(angle);
    case 2:
      return -std::sin(angle);
    default:
      return -std::cos(angle);
  }
}

}  // namespace

double sinpi(double x) { return sine_of_half_turns(x, 0); }
double cospi(double x) { return sine_of_half_turns(x, 1); }
long double sinpi(long double x) { return sine_of_half_turns(x, 0); }
long double cospi(long double x) { return sine_of_half_turns(x, 1); }
double exp10(double x) { return std::pow(10.0, x); }
long double exp10(long double x) { return std::pow(10.0L, x); }
double rsqrt(double x) { return 1.0 / std::sqrt(x); }
long double rsqrt(long double x) { return 1.0L / std::sqrt(x); }
double rcbrt(double x) { return 1.0 / std::cbrt(x); }
long double rcbrt(long double x) { return 1.0L / std::cbrt(x); }
double rhypot(double x, double y) { return 1.0 / std::hypot(x, y); }
long double rhypot(long double x, long double y) { return 1.0L / std::hypot(x, y); }

}  // namespace heddle::libdevice::reference
