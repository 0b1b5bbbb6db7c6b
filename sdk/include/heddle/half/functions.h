// Device functions of halves: mathematics through float, shuffles, loads, atomic addition.
#ifndef HEDDLE_HALF_FUNCTIONS_H
#define HEDDLE_HALF_FUNCTIONS_H

#include "compare.h"

#define HEDDLE_HALF_DEVICE static __device__ __forceinline__

#define HEDDLE_HALF_FUNCTION(name, expression)  \
  HEDDLE_HALF_DEVICE __half h##name(__half a) { \
    const float x = __half2float(a);            \
    return __float2half_rn(expression);         \
  }                                             \
  HEDDLE_HALF_DEVICE __half2 h2##name(__half2 a) { return __half2(h##name(a.x), h##name(a.y)); }
HEDDLE_HALF_FUNCTION(sqrt, __builtin_sqrtf(x))
HEDDLE_HALF_FUNCTION(rsqrt, rsqrtf(x))
HEDDLE_HALF_FUNCTION(rcp, 1.0f / x)
HEDDLE_HALF_FUNCTION(exp, expf(x))
HEDDLE_HALF_FUNCTION(exp2, exp2f(x))
HEDDLE_HALF_FUNCTION(exp10, exp10f(x))
HEDDLE_HALF_FUNCTION(log, logf(x))
HEDDLE_HALF_FUNCTION(log2, log2f(x))
HEDDLE_HALF_FUNCTION(log10, log10f(x))
HEDDLE_HALF_FUNCTION(sin, sinf(x))
HEDDLE_HALF_FUNCTION(cos, cosf(x))
HEDDLE_HALF_FUNCTION(tanh, tanhf(x))
HEDDLE_HALF_FUNCTION(ceil, ceilf(x))
HEDDLE_HALF_FUNCTION(floor, floorf(x))
HEDDLE_HALF_FUNCTION(trunc, truncf(x))
HEDDLE_HALF_FUNCTION(rint, rintf(x))
#undef HEDDLE_HALF_FUNCTION

#define HEDDLE_HALF_SHUFFLE(name, type)                                                            \
  HEDDLE_HALF_DEVICE __half name(unsigned mask, __half value, type from, int width = warpSize) {   \
    return __ushort_as_half(                                                                       \
        static_cast<unsigned short>(name(mask, static_cast<unsigned>(value.__x), from, width)));   \
  }                                                                                                \
  HEDDLE_HALF_DEVICE __half2 name(unsigned mask, __half2 value, type from, int width = warpSize) { \
    unsigned bits;                                                                                 \
    __builtin_memcpy(&bits, &value, sizeof(bits));                                                 \
    bits = name(mask, bits, from, width);                                                          \
    __builtin_memcpy(&value, &bits, sizeof(bits));                                                 \
    return value;                                                                                  \
  }
HEDDLE_HALF_SHUFFLE(__shfl_sync, int)
HEDDLE_HALF_SHUFFLE(__shfl_up_sync, unsigned)
HEDDLE_HALF_SHUFFLE(__shfl_down_sync, unsigned)
HEDDLE_HALF_SHUFFLE(__shfl_xor_sync, int)
#undef HEDDLE_HALF_SHUFFLE

HEDDLE_HALF_DEVICE __half __ldg(const __half* address) {
  return __ushort_as_half(__ldg(reinterpret_cast<const unsigned short*>(address)));
}
HEDDLE_HALF_DEVICE __half2 __ldg(const __half2* address) {
  const unsigned bits = __ldg(reinterpret_cast<const unsigned*>(address));
  __half2 value;
  __builtin_memcpy(&value, &bits, sizeof(bits));
  return value;
}

HEDDLE_HALF_DEVICE __half atomicAdd(__half* address, __half value) {
  __half old;
  asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
               : "=h"(old.__x)
               : "l"(address), "h"(value.__x)
               : "memory");
  return old;
}
HEDDLE_HALF_DEVICE __half2 atomicAdd(__half2* address, __half2 value) {
  unsigned bits;
  __builtin_memcpy(&bits, &value, sizeof(bits));
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
               : "=r"(bits)
               : "l"(address), "r"(bits)
               : "memory");
  __builtin_memcpy(&value, &bits, sizeof(bits));
  return value;
}

#undef HEDDLE_HALF_DEVICE

#endif
