// Conversions between 8-bit floating point and the other types, each rounded once.
#ifndef HEDDLE_FLOAT8_CONVERT_H
#define HEDDLE_FLOAT8_CONVERT_H

#include "../bfloat/convert.h"
#include "../half/convert.h"
#include "../narrow/odd.h"
#include "bits.h"

HEDDLE_FP8 __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x,
                                                    const __nv_saturation_t saturation,
                                                    const __nv_fp8_interpretation_t format) {
  return heddle_fp8_bits(x, saturation, format);
}
HEDDLE_FP8 __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x,
                                                     const __nv_saturation_t saturation,
                                                     const __nv_fp8_interpretation_t format) {
  return heddle_fp8_bits(heddle_odd_float(x), saturation, format);
}
HEDDLE_FP8 __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x,
                                                      const __nv_saturation_t saturation,
                                                      const __nv_fp8_interpretation_t format) {
  return heddle_fp8_bits(__half2float(__half(x)), saturation, format);
}
HEDDLE_FP8 __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x,
                                                          const __nv_saturation_t saturation,
                                                          const __nv_fp8_interpretation_t format) {
  return heddle_fp8_bits(heddle_bf16_widened(x.x), saturation, format);
}

/// The first value of a pair stands in the lower byte.
HEDDLE_FP8 __nv_fp8x2_storage_t heddle_fp8_pair(__nv_fp8_storage_t low, __nv_fp8_storage_t high) {
  return static_cast<__nv_fp8x2_storage_t>(low | high << 8);
}
#define HEDDLE_FP8_PAIR(name, type, single, low, high)                                         \
  HEDDLE_FP8 __nv_fp8x2_storage_t name(const type x, const __nv_saturation_t saturation,       \
                                       const __nv_fp8_interpretation_t format) {               \
    return heddle_fp8_pair(single(low, saturation, format), single(high, saturation, format)); \
  }
HEDDLE_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8, x.x, x.y)
HEDDLE_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8, x.x, x.y)
HEDDLE_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8, __half_raw{x.x},
                __half_raw{x.y})
HEDDLE_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_fp8,
                __nv_bfloat16_raw{x.x}, __nv_bfloat16_raw{x.y})
#undef HEDDLE_FP8_PAIR

/// Exact: every 8-bit value is one of half.
HEDDLE_FP8 __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                                              const __nv_fp8_interpretation_t format) {
  return __float2half(heddle_fp8_widened(x, format));
}
HEDDLE_FP8 __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x,
                                                  const __nv_fp8_interpretation_t format) {
  const __half_raw low = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), format);
  const __half_raw high = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x >> 8), format);
  __half2_raw pair = {low.x, high.x};
  return pair;
}

#endif
