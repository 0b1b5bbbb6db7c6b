// The DPX functions: the largest or smallest of two or three integers, or of a sum and an integer,
// and 0 with _relu; of 32 bits or of both halves of a word (16x2). Sums wrap around. Plain C: GPUs
// before compute capability 9.0 have no instructions for them either.
#ifndef HEDDLE_DEVICE_DPX_H
#define HEDDLE_DEVICE_DPX_H

#include "qualifier.h"

template <typename Lane>
HEDDLE_HOST_DEVICE Lane heddle_dpx_max(Lane a, Lane b) {
  return a < b ? b : a;
}
template <typename Lane>
HEDDLE_HOST_DEVICE Lane heddle_dpx_min(Lane a, Lane b) {
  return b < a ? b : a;
}
template <typename Lane>
HEDDLE_HOST_DEVICE Lane heddle_dpx_relu(Lane a) {
  return a < 0 ? Lane(0) : a;
}
/// a + b, wrapping around.
template <typename Lane>
HEDDLE_HOST_DEVICE Lane heddle_dpx_sum(Lane a, Lane b) {
  return static_cast<Lane>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

// `expression` of the lanes a, b and c.
#define HEDDLE_DPX_WORD(name, type, expression) \
  HEDDLE_HOST_DEVICE type name(type a, type b, type c) { return expression; }
#define HEDDLE_DPX_HALVES(name, lane, expression)                                               \
  HEDDLE_HOST_DEVICE unsigned name(unsigned first, unsigned second, unsigned third) {           \
    unsigned result = 0;                                                                        \
    for (int shift = 0; shift < 32; shift += 16) {                                              \
      const lane a = static_cast<lane>(first >> shift), b = static_cast<lane>(second >> shift), \
                 c = static_cast<lane>(third >> shift);                                         \
      result |= (static_cast<unsigned>(expression) & 0xffffu) << shift;                         \
    }                                                                                           \
    return result;                                                                              \
  }
#define HEDDLE_DPX_SIGNED(before, after, expression)    \
  HEDDLE_DPX_WORD(before##_s32##after, int, expression) \
  HEDDLE_DPX_HALVES(before##_s16x2##after, short, expression)
#define HEDDLE_DPX_UNSIGNED(before, expression)       \
  HEDDLE_DPX_WORD(before##_u32, unsigned, expression) \
  HEDDLE_DPX_HALVES(before##_u16x2, unsigned short, expression)

// `of`: max or min; `holds`: what its predicate says of a and b.
#define HEDDLE_DPX(of, holds)                                                                      \
  HEDDLE_DPX_SIGNED(__vi##of##3, , heddle_dpx_##of(heddle_dpx_##of(a, b), c))                      \
  HEDDLE_DPX_UNSIGNED(__vi##of##3, heddle_dpx_##of(heddle_dpx_##of(a, b), c))                      \
  HEDDLE_DPX_SIGNED(__vi##of##3, _relu,                                                            \
                    heddle_dpx_relu(heddle_dpx_##of(heddle_dpx_##of(a, b), c)))                    \
  HEDDLE_DPX_SIGNED(__viadd##of, , heddle_dpx_##of(heddle_dpx_sum(a, b), c))                       \
  HEDDLE_DPX_UNSIGNED(__viadd##of, heddle_dpx_##of(heddle_dpx_sum(a, b), c))                       \
  HEDDLE_DPX_SIGNED(__viadd##of, _relu, heddle_dpx_relu(heddle_dpx_##of(heddle_dpx_sum(a, b), c))) \
  HEDDLE_HOST_DEVICE int __vi##of##_s32_relu(int a, int b) {                                       \
    return __vi##of##3_s32_relu(a, b, b);                                                          \
  }                                                                                                \
  HEDDLE_HOST_DEVICE unsigned __vi##of##_s16x2_relu(unsigned a, unsigned b) {                      \
    return __vi##of##3_s16x2_relu(a, b, b);                                                        \
  }                                                                                                \
  HEDDLE_DPX_TOLD(__vib##of##_s32, int, of, holds)                                                 \
  HEDDLE_DPX_TOLD(__vib##of##_u32, unsigned, of, holds)                                            \
  HEDDLE_DPX_TOLD_HALVES(__vib##of##_s16x2, __vi##of##3_s16x2, short, holds)                       \
  HEDDLE_DPX_TOLD_HALVES(__vib##of##_u16x2, __vi##of##3_u16x2, unsigned short, holds)
// With predicates: whether the result is the first operand.
#define HEDDLE_DPX_TOLD(name, type, of, holds)                                 \
  HEDDLE_HOST_DEVICE type name(const type a, const type b, bool* const told) { \
    *told = a holds b;                                                         \
    return heddle_dpx_##of(a, b);                                              \
  }
#define HEDDLE_DPX_TOLD_HALVES(name, of_three, lane, holds)                              \
  HEDDLE_HOST_DEVICE unsigned name(const unsigned a, const unsigned b, bool* const high, \
                                   bool* const low) {                                    \
    *high = static_cast<lane>(a >> 16) holds static_cast<lane>(b >> 16);                 \
    *low = static_cast<lane>(a) holds static_cast<lane>(b);                              \
    return of_three(a, b, b);                                                            \
  }
HEDDLE_DPX(max, >=)
HEDDLE_DPX(min, <=)
#undef HEDDLE_DPX
#undef HEDDLE_DPX_TOLD
#undef HEDDLE_DPX_TOLD_HALVES
#undef HEDDLE_DPX_SIGNED
#undef HEDDLE_DPX_UNSIGNED
#undef HEDDLE_DPX_WORD
#undef HEDDLE_DPX_HALVES

#endif
