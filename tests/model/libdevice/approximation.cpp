#include "approximation.hpp"

#include <cmath>

namespace heddle::libdevice {

namespace {

int& bias() {
  static int value = 0;
  return value;
}

// Bounds from the PTX ISA, floating point instructions: relative error 2^-22.5 read as the two ulps
// it states for ex2, 2^-22.6 for lg2, one ulp for rcp, 2^-22.9 for rsqrt.
float moved(double exact, double relative_bound) {
  return static_cast<float>(exact * (1.0 + bias() * relative_bound));
}
double flushed(double x) { return std::fabs(x) < 0x1p-126 ? std::copysign(0.0, x) : x; }

}  // namespace

void set_approximation_bias(int value) { bias() = value; }

float exp2_approx_denormal(float x);
float exp2_approx(float x);
float log2_approx(float x);
float reciprocal_approx(float x);
float reciprocal_sqrt_approx(float x);

float exp2_approx_denormal(float x) {
  return moved(std::exp2(static_cast<double>(x)), std::exp2(-22.5));
}
float exp2_approx(float x) {
  return static_cast<float>(flushed(moved(std::exp2(flushed(x)), std::exp2(-22.5))));
}
float log2_approx(float x) {
  const double exact = std::log2(static_cast<double>(x));
  const bool central = x > 0.5F && x < 2.0F;
  return central ? static_cast<float>(exact + bias() * std::exp2(-22.6))
                 : moved(exact, std::exp2(-22.6));
}
float reciprocal_approx(float x) {
  return static_cast<float>(flushed(moved(1.0 / flushed(x), 0x1p-23)));
}
float reciprocal_sqrt_approx(float x) {
  return moved(1.0 / std::sqrt(double{x}), std::exp2(-22.9));
}

}  // namespace heddle::libdevice
