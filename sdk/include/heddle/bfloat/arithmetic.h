// Arithmetic on __nv_bfloat16 and __nv_bfloat162, through float as on every device before compute
// capability 8.0. A float's 24 bits are more than twice 8 and two, so + - * / round as if once; fma
// goes through a float that is rounded to odd.
#ifndef HEDDLE_BFLOAT_ARITHMETIC_H
#define HEDDLE_BFLOAT_ARITHMETIC_H

#include "convert.h"

HEDDLE_BF16 float heddle_bf16_clamped(float value) {
  return !(value > 0.0f) ? 0.0f : value > 1.0f ? 1.0f : value;
}
/// a * b + c, rounded to odd.
HEDDLE_BF16 float heddle_bf16_fma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  const float x = __bfloat162float(a), y = __bfloat162float(b), z = __bfloat162float(c);
#if HEDDLE_DEVICE_PASS
  const float below = __nvvm_fma_rm_f(x, y, z), above = __nvvm_fma_rp_f(x, y, z);
  unsigned bits;
  __builtin_memcpy(&bits, &below, sizeof(bits));
  if (below == above) return __nvvm_fma_rn_f(x, y, z);  // exact: the sign of zero is the nearest's
  return (bits & 1u) != 0 ? below : above;
#else
  return heddle_odd_float(heddle_odd_sum(static_cast<double>(x) * y, z));
#endif
}
/// Negative numbers become +0, NaN stays.
HEDDLE_BF16 __nv_bfloat16 heddle_bf16_relu(__nv_bfloat16 value) {
  const bool nan = (value.__x & 0x7fffu) > 0x7f80u;
  return nan || (value.__x & 0x8000u) == 0 ? value : __ushort_as_bfloat16(0);
}

// Each for one value, and for both of a pair.
#define HEDDLE_BF16_BINARY(name, pair_name, expression)                              \
  HEDDLE_BF16 __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) {                 \
    const float x = __bfloat162float(a), y = __bfloat162float(b);                    \
    return __float2bfloat16_rn(expression);                                          \
  }                                                                                  \
  HEDDLE_BF16 __nv_bfloat162 pair_name(__nv_bfloat162 a, __nv_bfloat162 b) {         \
    return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));                           \
  }
#define HEDDLE_BF16_VARIANTS(name, symbol)                         \
  HEDDLE_BF16_BINARY(name, name##2, x symbol y)                    \
  HEDDLE_BF16_BINARY(name##_rn, name##2_rn, x symbol y)            \
  HEDDLE_BF16_BINARY(name##_sat, name##2_sat, heddle_bf16_clamped(x symbol y))
HEDDLE_BF16_VARIANTS(__hadd, +)
HEDDLE_BF16_VARIANTS(__hsub, -)
HEDDLE_BF16_VARIANTS(__hmul, *)
HEDDLE_BF16_BINARY(__hdiv, __h2div, x / y)
#undef HEDDLE_BF16_BINARY
#undef HEDDLE_BF16_VARIANTS

#define HEDDLE_BF16_FMA(suffix, expression)                                                  \
  HEDDLE_BF16 __nv_bfloat16 __hfma##suffix(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { \
    const float x = heddle_bf16_fma(a, b, c);                                                \
    return expression;                                                                       \
  }                                                                                          \
  HEDDLE_BF16 __nv_bfloat162 __hfma2##suffix(__nv_bfloat162 a, __nv_bfloat162 b,             \
                                             __nv_bfloat162 c) {                             \
    return __nv_bfloat162(__hfma##suffix(a.x, b.x, c.x), __hfma##suffix(a.y, b.y, c.y));     \
  }
HEDDLE_BF16_FMA(, __float2bfloat16_rn(x))
HEDDLE_BF16_FMA(_sat, __float2bfloat16_rn(heddle_bf16_clamped(x)))
HEDDLE_BF16_FMA(_relu, heddle_bf16_relu(__float2bfloat16_rn(x)))
#undef HEDDLE_BF16_FMA

HEDDLE_BF16 __nv_bfloat16 __hneg(__nv_bfloat16 a) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(a.__x ^ 0x8000u));
}
HEDDLE_BF16 __nv_bfloat16 __habs(__nv_bfloat16 a) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(a.__x & 0x7fffu));
}

#endif
