// Arithmetic on __half and __half2. On the host each operation is done in float
// and rounded, which is the correctly rounded result for + - * /; fma in double.
#ifndef HEDDLE_HALF_ARITHMETIC_H
#define HEDDLE_HALF_ARITHMETIC_H

#if !defined(__CUDACC_RTC__)  // NVRTC has no headers of the host
#include <math.h>
#endif

#include "../narrow/odd.h"
#include "convert.h"

#if HEDDLE_DEVICE_PASS
static __device__ __forceinline__ unsigned heddle_half2_bits(const __half2& value) {
  unsigned bits;
  __builtin_memcpy(&bits, &value, sizeof(bits));
  return bits;
}
static __device__ __forceinline__ __half2 heddle_half2_of(unsigned bits) {
  __half2 value;
  __builtin_memcpy(&value, &bits, sizeof(value));
  return value;
}
#define HEDDLE_HALF_BINARY(name, ptx, expression)                            \
  HEDDLE_HALF __half __##name(__half a, __half b) {                          \
    __half result;                                                           \
    asm(ptx ".f16 %0, %1, %2;" : "=h"(result.__x) : "h"(a.__x), "h"(b.__x)); \
    return result;                                                           \
  }                                                                          \
  HEDDLE_HALF __half2 __##name##2(__half2 a, __half2 b) {                    \
    unsigned result;                                                         \
    asm(ptx ".f16x2 %0, %1, %2;"                                             \
        : "=r"(result)                                                       \
        : "r"(heddle_half2_bits(a)), "r"(heddle_half2_bits(b)));             \
    return heddle_half2_of(result);                                          \
  }
#define HEDDLE_HALF_FMA(suffix, ptx, expression)                                             \
  HEDDLE_HALF __half __hfma##suffix(__half a, __half b, __half c) {                          \
    __half result;                                                                           \
    asm(ptx ".f16 %0, %1, %2, %3;" : "=h"(result.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x)); \
    return result;                                                                           \
  }                                                                                          \
  HEDDLE_HALF __half2 __hfma2##suffix(__half2 a, __half2 b, __half2 c) {                     \
    unsigned result;                                                                         \
    asm(ptx ".f16x2 %0, %1, %2, %3;"                                                         \
        : "=r"(result)                                                                       \
        : "r"(heddle_half2_bits(a)), "r"(heddle_half2_bits(b)), "r"(heddle_half2_bits(c)));  \
    return heddle_half2_of(result);                                                          \
  }
#else
static __inline__ double heddle_clamp01(double value) {
  return !(value > 0) ? 0 : value > 1 ? 1 : value;
}
#define HEDDLE_HALF_BINARY(name, ptx, expression)           \
  HEDDLE_HALF __half __##name(__half a, __half b) {         \
    const float x = __half2float(a), y = __half2float(b);   \
    return __float2half_rn(expression);                     \
  }                                                         \
  HEDDLE_HALF __half2 __##name##2(__half2 a, __half2 b) {   \
    return __half2(__##name(a.x, b.x), __##name(a.y, b.y)); \
  }
#define HEDDLE_HALF_FMA(suffix, ptx, expression)                                                   \
  HEDDLE_HALF __half __hfma##suffix(__half a, __half b, __half c) {                                \
    const double exact = heddle_odd_sum(static_cast<double>(__half2float(a)) * __half2float(b),     \
                                        __half2float(c));                                          \
    return __double2half(expression);                                                              \
  }                                                                                                \
  HEDDLE_HALF __half2 __hfma2##suffix(__half2 a, __half2 b, __half2 c) {                           \
    return __half2(__hfma##suffix(a.x, b.x, c.x), __hfma##suffix(a.y, b.y, c.y));                  \
  }
#endif

HEDDLE_HALF_BINARY(hadd, "add", x + y)
HEDDLE_HALF_BINARY(hsub, "sub", x - y)
HEDDLE_HALF_BINARY(hmul, "mul", x* y)
#if HEDDLE_DEVICE_PASS
#define HEDDLE_HALF_SATURATED(name, ptx)                                         \
  HEDDLE_HALF __half __##name##_sat(__half a, __half b) {                        \
    __half result;                                                               \
    asm(ptx ".sat.f16 %0, %1, %2;" : "=h"(result.__x) : "h"(a.__x), "h"(b.__x)); \
    return result;                                                               \
  }
#else
#define HEDDLE_HALF_SATURATED(name, ptx)                                  \
  HEDDLE_HALF __half __##name##_sat(__half a, __half b) {                 \
    return __double2half(heddle_clamp01(__half2float(__##name(a, b)))); \
  }
#endif
#define HEDDLE_HALF_VARIANTS(name, ptx)                                           \
  HEDDLE_HALF_SATURATED(name, ptx)                                                \
  HEDDLE_HALF __half2 __##name##2_sat(__half2 a, __half2 b) {                     \
    return __half2(__##name##_sat(a.x, b.x), __##name##_sat(a.y, b.y));           \
  }                                                                               \
  HEDDLE_HALF __half __##name##_rn(__half a, __half b) { return __##name(a, b); } \
  HEDDLE_HALF __half2 __##name##2_rn(__half2 a, __half2 b) { return __##name##2(a, b); }
HEDDLE_HALF_VARIANTS(hadd, "add")
HEDDLE_HALF_VARIANTS(hsub, "sub")
HEDDLE_HALF_VARIANTS(hmul, "mul")
HEDDLE_HALF_FMA(, "fma.rn", exact)
HEDDLE_HALF_FMA(_sat, "fma.rn.sat", heddle_clamp01(exact))
#undef HEDDLE_HALF_BINARY
#undef HEDDLE_HALF_FMA
#undef HEDDLE_HALF_SATURATED
#undef HEDDLE_HALF_VARIANTS

/// A float quotient of halves rounds to the right half: 24 bits are more than twice 11 and two.
HEDDLE_HALF __half __hdiv(__half a, __half b) {
  return __float2half_rn(__half2float(a) / __half2float(b));
}
HEDDLE_HALF __half2 __h2div(__half2 a, __half2 b) {
  return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
HEDDLE_HALF __half __hneg(__half a) {
  return __ushort_as_half(static_cast<unsigned short>(a.__x ^ 0x8000u));
}
HEDDLE_HALF __half __habs(__half a) {
  return __ushort_as_half(static_cast<unsigned short>(a.__x & 0x7fffu));
}

/// Negative results become +0, NaN stays.
HEDDLE_HALF __half heddle_half_relu(__half value) {
  const bool nan = (value.__x & 0x7fffu) > 0x7c00u;
  return nan || (value.__x & 0x8000u) == 0 ? value : __ushort_as_half(0);
}
HEDDLE_HALF __half __hfma_relu(__half a, __half b, __half c) {
  return heddle_half_relu(__hfma(a, b, c));
}
HEDDLE_HALF __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}

#endif
