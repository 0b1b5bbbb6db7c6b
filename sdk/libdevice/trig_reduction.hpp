#pragma once
// x = quadrant * pi/2 + remainder with |remainder| <= pi/4 (a little over, by rounding). Small
// arguments subtract a multiple of pi/2 given in three parts, all positive so that -0 stays -0.
// Large ones multiply the significand with just those bits of 2/pi that matter: bits worth whole
// turns drop out, and the product's top two bits are the quadrant.

#include "angle.hpp"

namespace heddle::libdevice {

// 2/pi behind 64 zero bits.
static const uint64_t kTwoOverPi[20] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

// The 64 bits of the table from bit `position` on.
inline uint64_t two_over_pi_bits(int position) {
  const int word = position >> 6;
  const int shift = position & 63;
  return (kTwoOverPi[word] << shift) | (kTwoOverPi[word + 1] >> 1 >> (63 - shift));
}

// The first bit that matters for a significand (an integer) times 2^exponent: bits before it are
// worth multiples of four quadrants.
inline int first_bit(int exponent) { return exponent - 2 + 64; }

HEDDLE_SLOW_PATH ReducedAngle<float> reduce_large(float x) {
  if (!is_finite(x)) return {x - x, 0};
  const uint32_t magnitude = magnitude_bits(x);
  const uint64_t significand = (magnitude & 0x007fffffU) | 0x00800000U;
  const int position = first_bit(static_cast<int>(magnitude >> 23) - 150);
  const uint64_t turns = significand * two_over_pi_bits(position) +
                         multiply_high(significand, two_over_pi_bits(position + 64));
  const int quadrant = static_cast<int>((turns + (1ULL << 61)) >> 62);
  const double fraction = static_cast<double>(static_cast<int64_t>(turns << 2));
  const float remainder = static_cast<float>(fraction * 0x1.921fb54442d18p-64);
  const bool negative = x < 0.0F;
  return {negative ? -remainder : remainder, negative ? -quadrant : quadrant};
}

HEDDLE_SLOW_PATH ReducedAngle<double> reduce_large(double x) {
  if (!is_finite(x)) return {x - x, 0};
  const uint64_t magnitude = magnitude_bits(x);
  const uint64_t significand = (magnitude & ((1ULL << 52) - 1)) | (1ULL << 52);
  const int position = first_bit(static_cast<int>(magnitude >> 52) - 1075);
  const uint64_t middle = two_over_pi_bits(position + 64);
  const uint64_t carried = multiply_high(significand, two_over_pi_bits(position + 128));
  const uint64_t low = significand * middle + carried;
  const uint64_t high = significand * two_over_pi_bits(position) +
                        multiply_high(significand, middle) + (low < carried ? 1 : 0);
  const int quadrant = static_cast<int>((high + (1ULL << 61)) >> 62);
  uint64_t fraction = (high << 2) | (low >> 62);
  uint64_t rest = low << 2;
  const bool below = (fraction >> 63) != 0;
  if (below) {
    fraction = ~fraction;
    rest = ~rest;
  }
  const int zeros = leading_zeros(fraction);
  fraction = (fraction << zeros) | (rest >> 1 >> (63 - zeros));
  const uint64_t scaled = multiply_high(fraction, 0xc90fdaa22168c234);  // pi/2 * 2^63
  const double remainder = static_cast<double>(scaled) * power_of_two<double>(-63 - zeros);
  const bool negative = x < 0.0;
  return {negative != below ? -remainder : remainder, negative ? -quadrant : quadrant};
}

inline ReducedAngle<float> reduce(float x) {
  if (!(absolute(x) <= 100000.0F)) [[unlikely]]
    return reduce_large(x);
  const float shifted = fma(x, 0x1.45f306p-1F, Format<float>::kRounder);
  const float turns = sum(shifted, -Format<float>::kRounder);
  float remainder = fma(turns, -0x1.921fb4p+0F, x);
  remainder = fma(turns, -0x1.4442dp-24F, remainder);
  remainder = fma(turns, -0x1.846988p-48F, remainder);
  return {remainder, bit_cast<int>(shifted)};
}

inline ReducedAngle<double> reduce(double x) {
  if (!(absolute(x) <= 0x1p30)) [[unlikely]]
    return reduce_large(x);
  const double shifted = fma(x, 0x1.45f306dc9c883p-1, Format<double>::kRounder);
  const double turns = sum(shifted, -Format<double>::kRounder);
  double remainder = fma(turns, -0x1.921fb54442d18p+0, x);
  remainder = fma(turns, -0x1.1a62633145c06p-54, remainder);
  remainder = fma(turns, -0x1.c1cd129024e08p-107, remainder);
  return {remainder, static_cast<int>(bits(shifted))};
}

}  // namespace heddle::libdevice
