#pragma once
// x = 2^exponent (1 + remainder) with the remainder within a third of 0, and log(1 + remainder):
// what the logarithms are built of. Polynomials: fit/exp_log.sollya.

#include "float_format.hpp"

namespace heddle::libdevice {

template <typename T>
struct LogParts {
  T remainder;
  T exponent;
};

// For normal x > 0, whose exponent is to count `raised` more; significands start at `lowest` (bit
// patterns: of the number, of the high word of the number).
inline LogParts<float> log_parts(float x, float raised = 0.0F, uint32_t lowest = 0x3f2aaaabU) {
  const uint32_t above = bits(x) - lowest;
  const int exponent = static_cast<int>(above & 0xff800000U);
  const float significand = from_bits(bits(x) - static_cast<uint32_t>(exponent));
  return {significand - 1.0F, fma(static_cast<float>(exponent), 0x1p-23F, raised)};
}
inline LogParts<double> log_parts(double x, double raised = 0.0, int lowest = 0x3fe55555) {
  const int exponent = (high_word(x) - lowest) >> 20;
  const double significand = from_words(high_word(x) - (exponent << 20), low_word(x));
  return {significand - 1.0, static_cast<double>(exponent) + raised};
}

// For any x > 0.
template <typename T, typename... Lowest>
inline LogParts<T> log_parts_of_any(T x, Lowest... lowest) {
  const bool small = x < power_of_two<T>(1 - Format<T>::kBias);
  constexpr int kUp = Format<T>::kFraction + 1;
  return log_parts(small ? x * power_of_two<T>(kUp) : x, small ? T(-kUp) : T(0), lowest...);
}

// (log(1 + r) - r) / r^2, for |r| <= 1/3.
inline float log_polynomial(float r) {
  return polynomial(r, -0.5F, 0x1.555506p-2F, -0x1.fffefp-3F, 0x1.99d05ep-3F, -0x1.559de4p-3F,
                    0x1.1ed424p-3F, -0x1.f30e36p-4F, 0x1.1e73a2p-3F, -0x1.080cap-3F);
}
inline double log_polynomial(double r) {
  return polynomial(
      r, -0.5, 0x1.5555555555543p-2, -0x1.0000000000962p-2, 0x1.999999999e6ffp-3,
      -0x1.555555540ccfdp-3, 0x1.2492492168192p-3, -0x1.000000859d2e2p-3, 0x1.c71c73bd65cd4p-4,
      -0x1.9999620a5e54p-4, 0x1.745cbfe7621e6p-4, -0x1.555c079040d86p-4, 0x1.3b1cf154f6fdfp-4,
      -0x1.2413d23fbfc34p-4, 0x1.1072f92571e8ap-4, -0x1.05c4f69929087p-4, 0x1.ef318e74d4fbdp-5,
      -0x1.76af0da6a2be4p-5, 0x1.5862deb76cd27p-5, -0x1.6140561f3a408p-4, 0x1.5a18681b967fbp-4);
}

// The value of a logarithm, or what it is for arguments that are not positive numbers.
template <typename T>
inline T log_result(T x, T value) {
  const bool ordinary = bits(x) - 1 < Format<T>::kInfinity - 1;
  const T limit = x == T(0) ? -infinity<T>() : fma(x, infinity<T>(), infinity<T>());
  return ordinary ? value : limit;
}

inline float natural_log(LogParts<float> parts) {
  const float r = parts.remainder;
  return fma(parts.exponent, 0x1.62e43p-1F, fma(r * r, log_polynomial(r), r));
}
inline double natural_log(LogParts<double> parts) {
  const double r = parts.remainder;
  const double low = fma(r * r, log_polynomial(r), parts.exponent * 0x1.abc9e3b39803fp-56);
  return fma(parts.exponent, 0x1.62e42fefa39efp-1, sum(r, low));
}

// log(1 + x): 1 + x = 2^exponent (1 + r) with the exponent of the rounded sum, so r = x 2^-exponent
// + (2^-exponent - 1), one rounding. Where 1 + x rounds to x, x is taken apart itself.
template <typename T>
inline LogParts<T> log_parts_of_one_plus(T x) {
  LogParts<T> parts = log_parts(sum(x, T(1)));
  const T scale = power_of_two<T>(-static_cast<int>(parts.exponent));
  const T remainder = fma(x, scale, sum(scale, T(-1)));
  parts.remainder = x > power_of_two<T>(Format<T>::kBias / 2) ? parts.remainder : remainder;
  return parts;
}
template <typename T>
inline T natural_log_of_one_plus(T x) {
  return natural_log(log_parts_of_one_plus(x));
}

}  // namespace heddle::libdevice
