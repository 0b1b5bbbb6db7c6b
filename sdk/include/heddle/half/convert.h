// Conversions between half and the other arithmetic types.
#ifndef HEDDLE_HALF_CONVERT_H
#define HEDDLE_HALF_CONVERT_H

#if !defined(__CUDACC_RTC__)  // NVRTC has no headers of the host
#include <math.h>
#endif

#include "types.h"

/// Nearest half, ties to even, of a double: on the host in integers, from the bits' weights. A
/// double holds every source type's value or rounds it to 53 bits, which is exact for halves' range
/// of integers.
static __inline__ __host__ unsigned short heddle_round_half(double value) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &value, sizeof(bits));
  const unsigned sign = static_cast<unsigned>(bits >> 48) & 0x8000u;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  const unsigned long long fraction = bits & 0xfffffffffffffull;
  if (exponent == 1024) return static_cast<unsigned short>(sign | (fraction ? 0x7fffu : 0x7c00u));
  if (exponent > 15) return static_cast<unsigned short>(sign | 0x7c00u);
  if (exponent < -25) return static_cast<unsigned short>(sign);
  // Keep 10 fraction bits of a normal half, fewer of a subnormal one.
  const int dropped = 42 + (exponent < -14 ? -14 - exponent : 0);
  const unsigned long long significand = fraction | 1ull << 52;
  const unsigned long long half_unit = 1ull << (dropped - 1);
  unsigned result = static_cast<unsigned>(significand >> dropped);
  const unsigned long long rest = significand & ((half_unit << 1) - 1);
  if (rest > half_unit || (rest == half_unit && (result & 1u))) ++result;
  if (exponent >= -14) result += static_cast<unsigned>(exponent + 14) << 10;
  return static_cast<unsigned short>(sign | result);
}

static __inline__ __host__ float heddle_widen_half(unsigned short bits) {
  const unsigned exponent = bits >> 10 & 0x1fu, fraction = bits & 0x3ffu;
  const unsigned sign = static_cast<unsigned>(bits & 0x8000u) << 16;
  unsigned word;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 5.9604644775390625e-8f;  // 2^-24
    __builtin_memcpy(&word, &magnitude, sizeof(word));
    word |= sign;
  } else {
    word = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | fraction << 13;
  }
  float value;
  __builtin_memcpy(&value, &word, sizeof(value));
  return value;
}

/// The nearest half, or its neighbour where that lies on the wrong side: below where `down`, above
/// where `up`.
static __inline__ __host__ unsigned short heddle_directed_half(double value, bool down, bool up) {
  const unsigned short nearest = heddle_round_half(value);
  const double got = heddle_widen_half(nearest);
  const bool negative = (nearest & 0x8000u) != 0;
  if (up && got < value) return static_cast<unsigned short>(negative ? nearest - 1 : nearest + 1);
  if (down && got > value) return static_cast<unsigned short>(negative ? nearest + 1 : nearest - 1);
  return nearest;
}

// PTX on the device; on the host an expression of the value x, as a double.
#if HEDDLE_DEVICE_PASS
#define HEDDLE_TO_HALF(name, type, ptx, constraint, expression)        \
  HEDDLE_HALF __half name(type value) {                                \
    __half result;                                                     \
    asm("cvt." ptx " %0, %1;" : "=h"(result.__x) : constraint(value)); \
    return result;                                                     \
  }
#define HEDDLE_FROM_HALF(name, type, ptx, constraint, expression)         \
  HEDDLE_HALF type name(__half value) {                                   \
    type result;                                                          \
    asm("cvt." ptx " %0, %1;" : "=" constraint(result) : "h"(value.__x)); \
    return result;                                                        \
  }
#else
#define HEDDLE_TO_HALF(name, type, ptx, constraint, expression) \
  HEDDLE_HALF __half name(type value) {                         \
    const double x = static_cast<double>(value);                \
    return __ushort_as_half(expression);                        \
  }
#define HEDDLE_FROM_HALF(name, type, ptx, constraint, expression) \
  HEDDLE_HALF type name(__half value) {                           \
    const double x = heddle_widen_half(value.__x);                \
    return static_cast<type>(expression);                         \
  }
#endif

HEDDLE_TO_HALF(__double2half, double, "rn.f16.f64", "d", heddle_round_half(x))
#define HEDDLE_TO_HALF_MODES(name, type, source, constraint)                          \
  HEDDLE_TO_HALF(name##_rn, type, "rn.f16." source, constraint, heddle_round_half(x)) \
  HEDDLE_TO_HALF(name##_rz, type, "rz.f16." source, constraint,                       \
                 heddle_directed_half(x, x > 0, x < 0))                               \
  HEDDLE_TO_HALF(name##_ru, type, "rp.f16." source, constraint,                       \
                 heddle_directed_half(x, false, true))                                \
  HEDDLE_TO_HALF(name##_rd, type, "rm.f16." source, constraint,                       \
                 heddle_directed_half(x, true, false))

HEDDLE_TO_HALF_MODES(__float2half, float, "f32", "f")
HEDDLE_TO_HALF_MODES(__int2half, int, "s32", "r")
HEDDLE_TO_HALF_MODES(__uint2half, unsigned, "u32", "r")
HEDDLE_TO_HALF_MODES(__short2half, short, "s16", "h")
HEDDLE_TO_HALF_MODES(__ushort2half, unsigned short, "u16", "h")
HEDDLE_TO_HALF_MODES(__ll2half, long long, "s64", "l")
HEDDLE_TO_HALF_MODES(__ull2half, unsigned long long, "u64", "l")
HEDDLE_FROM_HALF(__half2float, float, "f32.f16", "f", x)
#undef HEDDLE_TO_HALF
#undef HEDDLE_FROM_HALF
#undef HEDDLE_TO_HALF_MODES

#define HEDDLE_T __half
#define HEDDLE_WIDEN(x) heddle_widen_half((x).__x)
#define HEDDLE_TO(suffix) __half2##suffix
#define HEDDLE_PTX_TYPE ".f16"
#define HEDDLE_PTX_OPERAND(x) "h"((x).__x)
#include "../narrow/to_integer.h"
#undef HEDDLE_T
#undef HEDDLE_WIDEN
#undef HEDDLE_TO
#undef HEDDLE_PTX_TYPE
#undef HEDDLE_PTX_OPERAND

HEDDLE_HALF __half __float2half(float value) { return __float2half_rn(value); }
HEDDLE_HALF unsigned short heddle_half_bits(float value) { return __float2half_rn(value).__x; }
HEDDLE_HALF unsigned short heddle_half_bits(double value) { return __double2half(value).__x; }

HEDDLE_HALF __half2 __halves2half2(__half low, __half high) { return __half2(low, high); }
HEDDLE_HALF __half2 make_half2(__half low, __half high) { return __half2(low, high); }
HEDDLE_HALF __half2 __half2half2(__half value) { return __half2(value, value); }
HEDDLE_HALF __half2 __float2half2_rn(float value) { return __half2half2(__float2half_rn(value)); }
HEDDLE_HALF __half2 __floats2half2_rn(float low, float high) {
  return __half2(__float2half_rn(low), __float2half_rn(high));
}
HEDDLE_HALF __half2 __float22half2_rn(float2 value) { return __floats2half2_rn(value.x, value.y); }
HEDDLE_HALF float __low2float(__half2 value) { return __half2float(value.x); }
HEDDLE_HALF float __high2float(__half2 value) { return __half2float(value.y); }
HEDDLE_HALF float2 __half22float2(__half2 value) {
  float2 result = {__low2float(value), __high2float(value)};
  return result;
}
HEDDLE_HALF __half __low2half(__half2 value) { return value.x; }
HEDDLE_HALF __half __high2half(__half2 value) { return value.y; }
HEDDLE_HALF __half2 __low2half2(__half2 value) { return __half2(value.x, value.x); }
HEDDLE_HALF __half2 __high2half2(__half2 value) { return __half2(value.y, value.y); }
HEDDLE_HALF __half2 __lowhigh2highlow(__half2 value) { return __half2(value.y, value.x); }
HEDDLE_HALF __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
HEDDLE_HALF __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

#endif
