// __nv_bfloat16, __nv_bfloat162 and their raw forms: the upper half of a float.
#ifndef HEDDLE_BFLOAT_TYPES_H
#define HEDDLE_BFLOAT_TYPES_H

#if !defined(__CUDACC_RTC__)  // NVRTC has no headers of the host
#include <string.h>
#endif

#include "../../host_defines.h"
#include "../../vector_types.h"

#define HEDDLE_BF16 static __inline__ __host__ __device__

typedef struct __attribute__((aligned(2))) {
  unsigned short x;
} __nv_bfloat16_raw;
typedef struct __attribute__((aligned(4))) {
  unsigned short x, y;
} __nv_bfloat162_raw;

/// The nearest bfloat16 of a float, ties to even.
HEDDLE_BF16 unsigned short heddle_bf16_bits(float value) {
  unsigned word;
  __builtin_memcpy(&word, &value, sizeof(word));
  if ((word & 0x7fffffffu) > 0x7f800000u) return 0x7fff;  // NaN
  return static_cast<unsigned short>((word + 0x7fffu + (word >> 16 & 1u)) >> 16);
}
HEDDLE_BF16 unsigned short heddle_bf16_bits(double value);
HEDDLE_BF16 unsigned short heddle_bf16_bits(long long value);
HEDDLE_BF16 unsigned short heddle_bf16_bits(unsigned long long value);

HEDDLE_BF16 float heddle_bf16_widened(unsigned short bits) {
  const unsigned word = static_cast<unsigned>(bits) << 16;
  float value;
  __builtin_memcpy(&value, &word, sizeof(value));
  return value;
}

struct __attribute__((aligned(2))) __nv_bfloat16 {
  unsigned short __x;

  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw& raw) : __x(raw.x) {}
  __host__ __device__ operator __nv_bfloat16_raw() const {
    __nv_bfloat16_raw raw = {__x};
    return raw;
  }
#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
#define HEDDLE_BF16_FROM(type, carrier) \
  __host__ __device__ __nv_bfloat16(type value) : __x(heddle_bf16_bits(static_cast<carrier>(value))) {}
  HEDDLE_BF16_FROM(float, float)
  HEDDLE_BF16_FROM(double, double)
  HEDDLE_BF16_FROM(short, float)
  HEDDLE_BF16_FROM(unsigned short, float)
  HEDDLE_BF16_FROM(int, double)
  HEDDLE_BF16_FROM(unsigned, double)
  HEDDLE_BF16_FROM(long, long long)
  HEDDLE_BF16_FROM(unsigned long, unsigned long long)
  HEDDLE_BF16_FROM(long long, long long)
  HEDDLE_BF16_FROM(unsigned long long, unsigned long long)
#undef HEDDLE_BF16_FROM
  __host__ __device__ operator float() const { return heddle_bf16_widened(__x); }
#endif
};

struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16& low, const __nv_bfloat16& high)
      : x(low), y(high) {}
  __host__ __device__ __nv_bfloat162(const __nv_bfloat162_raw& raw) {
    x.__x = raw.x;
    y.__x = raw.y;
  }
  __host__ __device__ operator __nv_bfloat162_raw() const {
    __nv_bfloat162_raw raw = {x.__x, y.__x};
    return raw;
  }
};

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

HEDDLE_BF16 __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16 value;
  value.__x = bits;
  return value;
}
HEDDLE_BF16 __nv_bfloat16 __short_as_bfloat16(short bits) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(bits));
}
HEDDLE_BF16 unsigned short __bfloat16_as_ushort(__nv_bfloat16 value) { return value.__x; }
HEDDLE_BF16 short __bfloat16_as_short(__nv_bfloat16 value) {
  return static_cast<short>(value.__x);
}

#endif
