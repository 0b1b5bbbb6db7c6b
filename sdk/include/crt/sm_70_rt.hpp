// __match_any_sync and __match_all_sync for every type of 32 and 64 bits. clang's header has the
// 32- and 64-bit primitives and includes this one after them.
#ifndef HEDDLE_CRT_SM_70_RT_HPP
#define HEDDLE_CRT_SM_70_RT_HPP

#include "../heddle/device/qualifier.h"

#define HEDDLE_MATCH(type, bits, carrier)                                           \
  HEDDLE_DEVICE unsigned __match_any_sync(unsigned mask, type value) {              \
    return __match##bits##_any_sync(mask, __builtin_bit_cast(carrier, value));      \
  }                                                                                 \
  HEDDLE_DEVICE unsigned __match_all_sync(unsigned mask, type value, int* all) {    \
    return __match##bits##_all_sync(mask, __builtin_bit_cast(carrier, value), all); \
  }
HEDDLE_MATCH(unsigned, 32, unsigned)
HEDDLE_MATCH(int, 32, unsigned)
HEDDLE_MATCH(float, 32, unsigned)
HEDDLE_MATCH(unsigned long, 64, unsigned long long)
HEDDLE_MATCH(long, 64, unsigned long long)
HEDDLE_MATCH(unsigned long long, 64, unsigned long long)
HEDDLE_MATCH(long long, 64, unsigned long long)
HEDDLE_MATCH(double, 64, unsigned long long)
#undef HEDDLE_MATCH

#endif
