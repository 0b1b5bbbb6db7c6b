// Device functions of bfloat16: mathematics, shuffles, loads and stores, atomic addition by
// compare-and-swap, as on every device before compute capability 9.0 (a pair's halves are added
// together).
#ifndef HEDDLE_BFLOAT_FUNCTIONS_H
#define HEDDLE_BFLOAT_FUNCTIONS_H

#include "../device/qualifier.h"
#include "operators.h"

#define HEDDLE_T __nv_bfloat16
#define HEDDLE_T2 __nv_bfloat162
#define HEDDLE_WIDEN(x) __bfloat162float(x)
#define HEDDLE_BITS(x) __ushort_as_bfloat16(x)
#define HEDDLE_ROUND(x) __float2bfloat16_rn(x)
#include "../narrow/functions.h"
#undef HEDDLE_T
#undef HEDDLE_T2
#undef HEDDLE_WIDEN
#undef HEDDLE_BITS
#undef HEDDLE_ROUND

HEDDLE_DEVICE __nv_bfloat16 atomicAdd(__nv_bfloat16* address, __nv_bfloat16 value) {
  unsigned short* const word = reinterpret_cast<unsigned short*>(address);
  unsigned short old = *reinterpret_cast<volatile unsigned short*>(word), seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, __hadd(__ushort_as_bfloat16(seen), value).__x);
  } while (old != seen);
  return __ushort_as_bfloat16(old);
}
HEDDLE_DEVICE __nv_bfloat162 atomicAdd(__nv_bfloat162* address, __nv_bfloat162 value) {
  unsigned* const word = reinterpret_cast<unsigned*>(address);
  unsigned old = *reinterpret_cast<volatile unsigned*>(word), seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, heddle_bits_of(__hadd2(heddle_pair_of(seen, value), value)));
  } while (old != seen);
  return heddle_pair_of(old, value);
}

#endif
