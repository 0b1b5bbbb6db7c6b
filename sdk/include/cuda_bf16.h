// bfloat16: the upper half of a float. Conversions round to nearest even; arithmetic goes through
// float, as on every device before compute capability 8.0.
#ifndef HEDDLE_CUDA_BF16_H
#define HEDDLE_CUDA_BF16_H
#define __CUDA_BF16_H__

#if defined(__cplusplus)

#include <string.h>

#include "host_defines.h"
#include "vector_types.h"

#define HEDDLE_BF16 static __inline__ __host__ __device__

HEDDLE_BF16 unsigned short heddle_bf16_bits(float value) {
  unsigned word;
  memcpy(&word, &value, sizeof(word));
  if ((word & 0x7fffffffu) > 0x7f800000u) return 0x7fff;  // NaN
  return static_cast<unsigned short>((word + 0x7fffu + (word >> 16 & 1u)) >> 16);
}
HEDDLE_BF16 float heddle_bf16_widened(unsigned short bits) {
  const unsigned word = static_cast<unsigned>(bits) << 16;
  float value;
  memcpy(&value, &word, sizeof(value));
  return value;
}

struct __attribute__((aligned(2))) __nv_bfloat16 {
  unsigned short __x;

  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(float value) : __x(heddle_bf16_bits(value)) {}
  __host__ __device__ __nv_bfloat16(double value)
      : __x(heddle_bf16_bits(static_cast<float>(value))) {}
  __host__ __device__ __nv_bfloat16(int value) : __x(heddle_bf16_bits(static_cast<float>(value))) {}
  __host__ __device__ operator float() const { return heddle_bf16_widened(__x); }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16& low, const __nv_bfloat16& high)
      : x(low), y(high) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

HEDDLE_BF16 __nv_bfloat16 __float2bfloat16(float value) { return __nv_bfloat16(value); }
HEDDLE_BF16 __nv_bfloat16 __float2bfloat16_rn(float value) { return __nv_bfloat16(value); }
HEDDLE_BF16 __nv_bfloat16 __double2bfloat16(double value) { return __nv_bfloat16(value); }
HEDDLE_BF16 float __bfloat162float(__nv_bfloat16 value) { return value; }
HEDDLE_BF16 __nv_bfloat162 __floats2bfloat162_rn(float low, float high) {
  return __nv_bfloat162(__nv_bfloat16(low), __nv_bfloat16(high));
}
HEDDLE_BF16 __nv_bfloat162 __float2bfloat162_rn(float value) {
  return __floats2bfloat162_rn(value, value);
}
HEDDLE_BF16 __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
  return __nv_bfloat162(low, high);
}
HEDDLE_BF16 float __low2float(__nv_bfloat162 value) { return value.x; }
HEDDLE_BF16 float __high2float(__nv_bfloat162 value) { return value.y; }
HEDDLE_BF16 __nv_bfloat16 __low2bfloat16(__nv_bfloat162 value) { return value.x; }
HEDDLE_BF16 __nv_bfloat16 __high2bfloat16(__nv_bfloat162 value) { return value.y; }
HEDDLE_BF16 float2 __bfloat1622float2(__nv_bfloat162 value) {
  float2 result = {value.x, value.y};
  return result;
}

#define HEDDLE_BF16_BINARY(name, symbol)                                                      \
  HEDDLE_BF16 __nv_bfloat16 __##name(__nv_bfloat16 a, __nv_bfloat16 b) {                      \
    return __nv_bfloat16(static_cast<float>(a) symbol static_cast<float>(b));                 \
  }                                                                                           \
  HEDDLE_BF16 __nv_bfloat162 __##name##2(__nv_bfloat162 a, __nv_bfloat162 b) {                \
    return __nv_bfloat162(__##name(a.x, b.x), __##name(a.y, b.y));                            \
  }                                                                                           \
  HEDDLE_BF16 __nv_bfloat16 operator symbol(const __nv_bfloat16& a, const __nv_bfloat16& b) { \
    return __##name(a, b);                                                                    \
  }                                                                                           \
  HEDDLE_BF16 __nv_bfloat16& operator symbol##=(__nv_bfloat16 & a, const __nv_bfloat16 & b) { \
    return a = __##name(a, b);                                                                \
  }
HEDDLE_BF16_BINARY(hadd, +)
HEDDLE_BF16_BINARY(hsub, -)
HEDDLE_BF16_BINARY(hmul, *)
HEDDLE_BF16_BINARY(hdiv, /)
#undef HEDDLE_BF16_BINARY
HEDDLE_BF16 __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16(
      __builtin_fmaf(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
}

#define HEDDLE_BF16_COMPARE(name, symbol)                                            \
  HEDDLE_BF16 bool __h##name(__nv_bfloat16 a, __nv_bfloat16 b) {                     \
    return static_cast<float>(a) symbol static_cast<float>(b);                       \
  }                                                                                  \
  HEDDLE_BF16 bool operator symbol(const __nv_bfloat16& a, const __nv_bfloat16& b) { \
    return __h##name(a, b);                                                          \
  }
HEDDLE_BF16_COMPARE(eq, ==)
HEDDLE_BF16_COMPARE(ne, !=)
HEDDLE_BF16_COMPARE(lt, <)
HEDDLE_BF16_COMPARE(le, <=)
HEDDLE_BF16_COMPARE(gt, >)
HEDDLE_BF16_COMPARE(ge, >=)
#undef HEDDLE_BF16_COMPARE
#undef HEDDLE_BF16

#endif
#endif
