// min and max for every pair of arithmetic types, on host and device, as CUDA declares them in the
// global namespace. Mixed signedness follows C's usual conversions.
#ifndef HEDDLE_DEVICE_MIN_MAX_H
#define HEDDLE_DEVICE_MIN_MAX_H

#include "qualifier.h"

#define HEDDLE_MIN_MAX(result, left, right)                              \
  HEDDLE_HOST_DEVICE result min(left a, right b) {                       \
    const result x = static_cast<result>(a), y = static_cast<result>(b); \
    return x < y ? x : y;                                                \
  }                                                                      \
  HEDDLE_HOST_DEVICE result max(left a, right b) {                       \
    const result x = static_cast<result>(a), y = static_cast<result>(b); \
    return x > y ? x : y;                                                \
  }
#define HEDDLE_MIN_MAX_MIXED(result, left, right) \
  HEDDLE_MIN_MAX(result, left, right)             \
  HEDDLE_MIN_MAX(result, right, left)

// clang declares the device's.
static __host__ __forceinline__ int min(int a, int b) { return a < b ? a : b; }
static __host__ __forceinline__ int max(int a, int b) { return a > b ? a : b; }
HEDDLE_MIN_MAX(unsigned, unsigned, unsigned)
HEDDLE_MIN_MAX_MIXED(unsigned, int, unsigned)
HEDDLE_MIN_MAX(long, long, long)
HEDDLE_MIN_MAX(unsigned long, unsigned long, unsigned long)
HEDDLE_MIN_MAX_MIXED(unsigned long, long, unsigned long)
HEDDLE_MIN_MAX(long long, long long, long long)
HEDDLE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
HEDDLE_MIN_MAX_MIXED(unsigned long long, long long, unsigned long long)

// A NaN operand is ignored: IEEE 754's minNum and maxNum.
#define HEDDLE_MIN_MAX_FLOATING(result, left, right, suffix)                       \
  HEDDLE_HOST_DEVICE result min(left a, right b) {                                 \
    return __builtin_fmin##suffix(static_cast<result>(a), static_cast<result>(b)); \
  }                                                                                \
  HEDDLE_HOST_DEVICE result max(left a, right b) {                                 \
    return __builtin_fmax##suffix(static_cast<result>(a), static_cast<result>(b)); \
  }
HEDDLE_MIN_MAX_FLOATING(float, float, float, f)
HEDDLE_MIN_MAX_FLOATING(double, double, double, )
HEDDLE_MIN_MAX_FLOATING(double, float, double, )
HEDDLE_MIN_MAX_FLOATING(double, double, float, )

#undef HEDDLE_MIN_MAX
#undef HEDDLE_MIN_MAX_MIXED
#undef HEDDLE_MIN_MAX_FLOATING

#endif
