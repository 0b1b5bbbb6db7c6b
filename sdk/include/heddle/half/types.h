// __half, __half2 and their raw forms; values from and to float.
#ifndef HEDDLE_HALF_TYPES_H
#define HEDDLE_HALF_TYPES_H

#if !defined(__CUDACC_RTC__)  // NVRTC has no headers of the host
#include <string.h>
#endif

#include "../../host_defines.h"
#include "../../vector_types.h"

#define HEDDLE_HALF static __inline__ __host__ __device__

typedef struct __attribute__((aligned(2))) {
  unsigned short x;
} __half_raw;
typedef struct __attribute__((aligned(4))) {
  unsigned short x, y;
} __half2_raw;

struct __half;
HEDDLE_HALF float __half2float(__half value);
HEDDLE_HALF unsigned short heddle_half_bits(float value);
HEDDLE_HALF unsigned short heddle_half_bits(double value);

struct __attribute__((aligned(2))) __half {
  unsigned short __x;

  __half() = default;
  __host__ __device__ __half(const __half_raw& raw) : __x(raw.x) {}
  __host__ __device__ operator __half_raw() const {
    __half_raw raw = {__x};
    return raw;
  }
#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
  __host__ __device__ __half(float value) : __x(heddle_half_bits(value)) {}
  __host__ __device__ __half(double value) : __x(heddle_half_bits(value)) {}
  __host__ __device__ __half(int value) : __x(heddle_half_bits(static_cast<double>(value))) {}
  __host__ __device__ __half(unsigned value) : __x(heddle_half_bits(static_cast<double>(value))) {}
  __host__ __device__ __half(short value) : __x(heddle_half_bits(static_cast<float>(value))) {}
  __host__ __device__ __half(unsigned short value)
      : __x(heddle_half_bits(static_cast<float>(value))) {}
  __host__ __device__ __half(long value) : __x(heddle_half_bits(static_cast<double>(value))) {}
  __host__ __device__ __half(unsigned long value)
      : __x(heddle_half_bits(static_cast<double>(value))) {}
  __host__ __device__ __half(long long value) : __x(heddle_half_bits(static_cast<double>(value))) {}
  __host__ __device__ __half(unsigned long long value)
      : __x(heddle_half_bits(static_cast<double>(value))) {}
  __host__ __device__ operator float() const { return __half2float(*this); }
#endif
};

struct __attribute__((aligned(4))) __half2 {
  __half x, y;

  __half2() = default;
  __host__ __device__ __half2(const __half& low, const __half& high) : x(low), y(high) {}
  __host__ __device__ __half2(const __half2_raw& raw) {
    x.__x = raw.x;
    y.__x = raw.y;
  }
  __host__ __device__ operator __half2_raw() const {
    __half2_raw raw = {x.__x, y.__x};
    return raw;
  }
};

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

HEDDLE_HALF __half __ushort_as_half(unsigned short bits) {
  __half value;
  value.__x = bits;
  return value;
}
HEDDLE_HALF __half __short_as_half(short bits) {
  return __ushort_as_half(static_cast<unsigned short>(bits));
}
HEDDLE_HALF unsigned short __half_as_ushort(__half value) { return value.__x; }
HEDDLE_HALF short __half_as_short(__half value) { return static_cast<short>(value.__x); }

#endif
