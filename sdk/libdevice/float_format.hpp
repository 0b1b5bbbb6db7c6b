#pragma once
// The two binary formats as data: field widths and masks, for families written once for both.

#include "device.hpp"

namespace heddle::libdevice {

template <typename T>
struct Format;

template <>
struct Format<float> {
  using Bits = uint32_t;
  static constexpr int kFraction = 23;  // stored bits of the significand
  static constexpr int kBias = 127;
  static constexpr Bits kSign = 1U << 31;
  static constexpr Bits kInfinity = 0x7f800000U;
  static constexpr Bits kOne = 0x3f800000U;
  static constexpr float kRounder = 0x1.8p23F;  // x + this: x rounded, in the low bits
};

template <>
struct Format<double> {
  using Bits = uint64_t;
  static constexpr int kFraction = 52;
  static constexpr int kBias = 1023;
  static constexpr Bits kSign = 1ULL << 63;
  static constexpr Bits kInfinity = 0x7ff0000000000000ULL;
  static constexpr Bits kOne = 0x3ff0000000000000ULL;
  static constexpr double kRounder = 0x1.8p52;
};

template <typename T>
inline typename Format<T>::Bits magnitude_bits(T x) {
  return bits(x) & (Format<T>::kSign - 1);
}
template <typename T>
inline bool is_finite(T x) {
  return magnitude_bits(x) < Format<T>::kInfinity;
}
template <typename T>
inline bool is_nan(T x) {
  return magnitude_bits(x) > Format<T>::kInfinity;
}
template <typename T>
inline T infinity() {
  return from_bits(Format<T>::kInfinity);
}
template <typename T>
inline T quiet_nan() {
  return from_bits(Format<T>::kInfinity | (Format<T>::kInfinity >> 1));
}
// 2^n, n within the normal exponents.
template <typename T>
T power_of_two(int n);
template <>
inline float power_of_two<float>(int n) {
  return from_bits(static_cast<uint32_t>(n + 127) << 23);
}
template <>
inline double power_of_two<double>(int n) {
  return from_words(static_cast<int>(static_cast<uint32_t>(n + 1023) << 20), 0);
}
// |x| with its exponent made that of [1, 2), and the exponent, for finite x other than 0.
template <typename T>
struct Decomposed {
  T significand;
  int exponent;
};
template <typename T>
inline Decomposed<T> decompose(T x) {
  using F = Format<T>;
  using Bits = typename F::Bits;
  Bits magnitude = magnitude_bits(x);
  int exponent = 0;
  if ((magnitude >> F::kFraction) == 0) {
    magnitude = bits(from_bits(magnitude) * power_of_two<T>(F::kFraction + 1));
    exponent = -(F::kFraction + 1);
  }
  exponent += static_cast<int>(magnitude >> F::kFraction) - F::kBias;
  const Bits fraction = magnitude & ((Bits{1} << F::kFraction) - 1);
  return {from_bits(static_cast<Bits>(fraction | F::kOne)), exponent};
}

}  // namespace heddle::libdevice
