// The bits of E4M3 (bias 7, no infinity, one NaN, largest value 448) and E5M2 (bias 15, infinity,
// largest value 57344).
#ifndef HEDDLE_FLOAT8_BITS_H
#define HEDDLE_FLOAT8_BITS_H

#if !defined(__CUDACC_RTC__)  // NVRTC has no headers of the host
#include <string.h>
#endif

#include "../../host_defines.h"

#define HEDDLE_FP8 static __inline__ __host__ __device__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

/// What a finite value beyond the range, or infinity, becomes: NaN or infinity, or the largest
/// value.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

/// The nearest value of a float, ties to even.
HEDDLE_FP8 __nv_fp8_storage_t heddle_fp8_bits(float value, __nv_saturation_t saturation,
                                              __nv_fp8_interpretation_t format) {
  const bool e4m3 = format == __NV_E4M3;
  const int fraction = e4m3 ? 3 : 2, least = e4m3 ? -6 : -14;  // bits; exponent of normal values
  const unsigned largest = e4m3 ? 0x7eu : 0x7bu, beyond = e4m3 ? 0x7fu : 0x7cu;
  unsigned word;
  __builtin_memcpy(&word, &value, sizeof(word));
  const unsigned sign = word >> 24 & 0x80u, magnitude = word & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7f;  // NaN
  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  const int below = exponent < least ? least - exponent : 0;
  if (below > fraction + 1)
    return static_cast<__nv_fp8_storage_t>(sign);  // under half of the least
  // Normal results keep the exponent above the fraction, so that a carry moves it.
  const int dropped = 23 - fraction + below;
  const unsigned kept = below != 0 ? (magnitude & 0x7fffffu) | 0x800000u
                                   : magnitude - (static_cast<unsigned>(least + 126) << 23);
  const unsigned half_unit = 1u << (dropped - 1);
  const unsigned code = (kept + half_unit - 1 + (kept >> dropped & 1u)) >> dropped;
  if (code <= largest) return static_cast<__nv_fp8_storage_t>(sign | code);
  return static_cast<__nv_fp8_storage_t>(sign | (saturation == __NV_SATFINITE ? largest : beyond));
}

/// Exact.
HEDDLE_FP8 float heddle_fp8_widened(__nv_fp8_storage_t bits, __nv_fp8_interpretation_t format) {
  const bool e4m3 = format == __NV_E4M3;
  const unsigned magnitude = bits & 0x7fu, fraction = e4m3 ? 3 : 2;
  unsigned word = magnitude << (23 - fraction);
  word += e4m3 ? 120u << 23 : 112u << 23;  // the difference of the biases
  if (magnitude >> fraction == 0) {
    const float value = static_cast<float>(magnitude) * (e4m3 ? 0.001953125f : 1.52587890625e-5f);
    __builtin_memcpy(&word, &value, sizeof(word));
  }
  if (!e4m3 && magnitude == 0x7cu) word = 0x7f800000u;
  word |= static_cast<unsigned>(bits & 0x80u) << 24;
  if (magnitude > (e4m3 ? 0x7eu : 0x7cu)) word = 0x7fffffffu;  // NaN
  float value;
  __builtin_memcpy(&value, &word, sizeof(value));
  return value;
}

#endif
