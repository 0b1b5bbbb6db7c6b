// Comparisons of __half and __half2, minimum and maximum. Floats hold every half, so that they are
// compared as floats.
#ifndef HEDDLE_HALF_COMPARE_H
#define HEDDLE_HALF_COMPARE_H

#include "arithmetic.h"

// relation, operator; the u forms are true for NaN.
#define HEDDLE_HALF_COMPARE(name, symbol)                 \
  HEDDLE_HALF bool __h##name(__half a, __half b) {        \
    return __half2float(a) symbol __half2float(b);        \
  }                                                       \
  HEDDLE_HALF bool __h##name##u(__half a, __half b) {     \
    const float x = __half2float(a), y = __half2float(b); \
    return x != x || y != y || x symbol y;                \
  }                                                       \
  HEDDLE_HALF_COMPARE2(name)                              \
  HEDDLE_HALF_COMPARE2(name##u)
#define HEDDLE_HALF_COMPARE2(name)                                      \
  HEDDLE_HALF __half2 __h##name##2(__half2 a, __half2 b) {              \
    return __floats2half2_rn(__h##name(a.x, b.x), __h##name(a.y, b.y)); \
  }                                                                     \
  HEDDLE_HALF bool __hb##name##2(__half2 a, __half2 b) {                \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                  \
  }
HEDDLE_HALF bool __hne(__half a, __half b) {
  const float x = __half2float(a), y = __half2float(b);
  return x < y || x > y;
}
HEDDLE_HALF bool __hneu(__half a, __half b) { return __half2float(a) != __half2float(b); }
HEDDLE_HALF_COMPARE2(ne)
HEDDLE_HALF_COMPARE2(neu)
HEDDLE_HALF_COMPARE(eq, ==)
HEDDLE_HALF_COMPARE(lt, <)
HEDDLE_HALF_COMPARE(le, <=)
HEDDLE_HALF_COMPARE(gt, >)
HEDDLE_HALF_COMPARE(ge, >=)
#undef HEDDLE_HALF_COMPARE
#undef HEDDLE_HALF_COMPARE2

HEDDLE_HALF bool __hisnan(__half a) { return (a.__x & 0x7fffu) > 0x7c00u; }
HEDDLE_HALF int __hisinf(__half a) {
  return (a.__x & 0x7fffu) != 0x7c00u ? 0 : a.__x & 0x8000u ? -1 : 1;
}
HEDDLE_HALF __half2 __hisnan2(__half2 a) { return __floats2half2_rn(__hisnan(a.x), __hisnan(a.y)); }
/// The other operand where one is NaN.
HEDDLE_HALF __half __hmax(__half a, __half b) { return __hisnan(a) || __hlt(a, b) ? b : a; }
HEDDLE_HALF __half __hmin(__half a, __half b) { return __hisnan(a) || __hgt(a, b) ? b : a; }
HEDDLE_HALF __half2 __hmax2(__half2 a, __half2 b) {
  return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
HEDDLE_HALF __half2 __hmin2(__half2 a, __half2 b) {
  return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

#define HEDDLE_HALF_RELATION(symbol, function) \
  HEDDLE_HALF bool operator symbol(const __half& a, const __half& b) { return function(a, b); }
#if !defined(__CUDA_NO_HALF_OPERATORS__)
HEDDLE_HALF_RELATION(==, __heq)
HEDDLE_HALF_RELATION(!=, __hneu)
HEDDLE_HALF_RELATION(<, __hlt)
HEDDLE_HALF_RELATION(<=, __hle)
HEDDLE_HALF_RELATION(>, __hgt)
HEDDLE_HALF_RELATION(>=, __hge)
#endif
#undef HEDDLE_HALF_RELATION
#if !defined(__CUDA_NO_HALF2_OPERATORS__)
HEDDLE_HALF bool operator==(const __half2& a, const __half2& b) { return __hbeq2(a, b); }
HEDDLE_HALF bool operator!=(const __half2& a, const __half2& b) { return __hbneu2(a, b); }
#endif

#endif
