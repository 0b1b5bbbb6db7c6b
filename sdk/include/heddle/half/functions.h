// Device functions of halves: mathematics through float, shuffles, loads and stores, atomic addition.
#ifndef HEDDLE_HALF_FUNCTIONS_H
#define HEDDLE_HALF_FUNCTIONS_H

#include "../device/qualifier.h"
#include "compare.h"

#define HEDDLE_T __half
#define HEDDLE_T2 __half2
#define HEDDLE_WIDEN(x) __half2float(x)
#define HEDDLE_BITS(x) __ushort_as_half(x)
#define HEDDLE_ROUND(x) __float2half_rn(x)
#include "../narrow/functions.h"
#undef HEDDLE_T
#undef HEDDLE_T2
#undef HEDDLE_WIDEN
#undef HEDDLE_BITS
#undef HEDDLE_ROUND

HEDDLE_DEVICE __half atomicAdd(__half* address, __half value) {
  __half old;
  asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
               : "=h"(old.__x)
               : "l"(address), "h"(value.__x)
               : "memory");
  return old;
}
HEDDLE_DEVICE __half2 atomicAdd(__half2* address, __half2 value) {
  unsigned bits;
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
               : "=r"(bits)
               : "l"(address), "r"(heddle_bits_of(value))
               : "memory");
  return heddle_pair_of(bits, value);
}

#endif
