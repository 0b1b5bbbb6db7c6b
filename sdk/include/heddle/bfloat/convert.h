// Conversions between bfloat16 and the other arithmetic types, each rounded once.
#ifndef HEDDLE_BFLOAT_CONVERT_H
#define HEDDLE_BFLOAT_CONVERT_H

#if !defined(__CUDACC_RTC__)  // NVRTC has no headers of the host
#include <math.h>
#endif

#include "../narrow/odd.h"
#include "types.h"

/// The bfloat16 of a float that is cut off, or its neighbour away from zero for an inexact value
/// where `up` (positive values) or `down` (negative ones).
HEDDLE_BF16 unsigned short heddle_bf16_directed(float value, bool up, bool down) {
  unsigned word;
  __builtin_memcpy(&word, &value, sizeof(word));
  if ((word & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  const bool away = (word & 0xffffu) != 0 && ((word & 0x80000000u) != 0 ? down : up);
  return static_cast<unsigned short>((word >> 16) + (away ? 1u : 0u));
}
HEDDLE_BF16 unsigned short heddle_bf16_bits(double value) {
  return heddle_bf16_bits(heddle_odd_float(value));
}
HEDDLE_BF16 unsigned short heddle_bf16_bits(long long value) {
  return heddle_bf16_bits(heddle_odd_double(value));
}
HEDDLE_BF16 unsigned short heddle_bf16_bits(unsigned long long value) {
  return heddle_bf16_bits(heddle_odd_double(value));
}

// `exact` is a float that stands for `value`: the value itself, or rounded to odd.
#define HEDDLE_TO_BF16(name, type, exact)                                      \
  HEDDLE_BF16 __nv_bfloat16 name##_rn(type value) {                            \
    return __ushort_as_bfloat16(heddle_bf16_bits(exact));                      \
  }                                                                            \
  HEDDLE_BF16 __nv_bfloat16 name##_rz(type value) {                            \
    return __ushort_as_bfloat16(heddle_bf16_directed(exact, false, false));    \
  }                                                                            \
  HEDDLE_BF16 __nv_bfloat16 name##_ru(type value) {                            \
    return __ushort_as_bfloat16(heddle_bf16_directed(exact, true, false));     \
  }                                                                            \
  HEDDLE_BF16 __nv_bfloat16 name##_rd(type value) {                            \
    return __ushort_as_bfloat16(heddle_bf16_directed(exact, false, true));     \
  }
HEDDLE_TO_BF16(__float2bfloat16, float, value)
HEDDLE_TO_BF16(__int2bfloat16, int, heddle_odd_float(value))
HEDDLE_TO_BF16(__uint2bfloat16, unsigned, heddle_odd_float(value))
HEDDLE_TO_BF16(__short2bfloat16, short, static_cast<float>(value))
HEDDLE_TO_BF16(__ushort2bfloat16, unsigned short, static_cast<float>(value))
HEDDLE_TO_BF16(__ll2bfloat16, long long, heddle_odd_float(heddle_odd_double(value)))
HEDDLE_TO_BF16(__ull2bfloat16, unsigned long long, heddle_odd_float(heddle_odd_double(value)))
#undef HEDDLE_TO_BF16

#define HEDDLE_T __nv_bfloat16
#define HEDDLE_WIDEN(x) heddle_bf16_widened((x).__x)
#define HEDDLE_TO(suffix) __bfloat162##suffix
#define HEDDLE_PTX_TYPE ".f32"
#define HEDDLE_PTX_OPERAND(x) "f"(heddle_bf16_widened((x).__x))
#include "../narrow/to_integer.h"
#undef HEDDLE_T
#undef HEDDLE_WIDEN
#undef HEDDLE_TO
#undef HEDDLE_PTX_TYPE
#undef HEDDLE_PTX_OPERAND

HEDDLE_BF16 __nv_bfloat16 __float2bfloat16(float value) { return __float2bfloat16_rn(value); }
HEDDLE_BF16 __nv_bfloat16 __double2bfloat16(double value) {
  return __ushort_as_bfloat16(heddle_bf16_bits(value));
}
HEDDLE_BF16 float __bfloat162float(__nv_bfloat16 value) { return heddle_bf16_widened(value.__x); }

HEDDLE_BF16 __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
  return __nv_bfloat162(low, high);
}
HEDDLE_BF16 __nv_bfloat162 make_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
  return __nv_bfloat162(low, high);
}
HEDDLE_BF16 __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 value) {
  return __nv_bfloat162(value, value);
}
HEDDLE_BF16 __nv_bfloat162 __floats2bfloat162_rn(float low, float high) {
  return __nv_bfloat162(__float2bfloat16_rn(low), __float2bfloat16_rn(high));
}
HEDDLE_BF16 __nv_bfloat162 __float2bfloat162_rn(float value) {
  return __floats2bfloat162_rn(value, value);
}
HEDDLE_BF16 __nv_bfloat162 __float22bfloat162_rn(float2 value) {
  return __floats2bfloat162_rn(value.x, value.y);
}
HEDDLE_BF16 float __low2float(__nv_bfloat162 value) { return __bfloat162float(value.x); }
HEDDLE_BF16 float __high2float(__nv_bfloat162 value) { return __bfloat162float(value.y); }
HEDDLE_BF16 float2 __bfloat1622float2(__nv_bfloat162 value) {
  float2 result = {__low2float(value), __high2float(value)};
  return result;
}
HEDDLE_BF16 __nv_bfloat16 __low2bfloat16(__nv_bfloat162 value) { return value.x; }
HEDDLE_BF16 __nv_bfloat16 __high2bfloat16(__nv_bfloat162 value) { return value.y; }
HEDDLE_BF16 __nv_bfloat162 __low2bfloat162(__nv_bfloat162 value) {
  return __nv_bfloat162(value.x, value.x);
}
HEDDLE_BF16 __nv_bfloat162 __high2bfloat162(__nv_bfloat162 value) {
  return __nv_bfloat162(value.y, value.y);
}
HEDDLE_BF16 __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 value) {
  return __nv_bfloat162(value.y, value.x);
}
HEDDLE_BF16 __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x, b.x);
}
HEDDLE_BF16 __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.y, b.y);
}

#endif
