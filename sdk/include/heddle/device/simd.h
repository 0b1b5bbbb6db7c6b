// SIMD within a word: two halves (…2) or four bytes (…4), signed (s) or unsigned (u), saturating
// (ss, us). Plain C: GPUs since compute capability 5.0 have no instructions for most of these
// either.
#ifndef HEDDLE_DEVICE_SIMD_H
#define HEDDLE_DEVICE_SIMD_H

#include "qualifier.h"

/// `expression` of the lanes x and y, for each lane of `bits` bits.
#define HEDDLE_LANES(name, bits, lane, expression)                                    \
  HEDDLE_DEVICE unsigned name(unsigned a, unsigned b) {                               \
    unsigned result = 0;                                                              \
    for (int shift = 0; shift < 32; shift += bits) {                                  \
      const int x = static_cast<lane>(a >> shift), y = static_cast<lane>(b >> shift); \
      result |= (static_cast<unsigned>(expression) & ((1u << bits) - 1u)) << shift;   \
    }                                                                                 \
    return result;                                                                    \
  }
#define HEDDLE_LANES_ONE(name, bits, lane, expression)                              \
  HEDDLE_DEVICE unsigned name(unsigned a) {                                         \
    unsigned result = 0;                                                            \
    for (int shift = 0; shift < 32; shift += bits) {                                \
      const int x = static_cast<lane>(a >> shift);                                  \
      result |= (static_cast<unsigned>(expression) & ((1u << bits) - 1u)) << shift; \
    }                                                                               \
    return result;                                                                  \
  }
#define HEDDLE_LANES_SUM(name, bits, lane, expression)                                \
  HEDDLE_DEVICE unsigned name(unsigned a, unsigned b) {                               \
    unsigned result = 0;                                                              \
    for (int shift = 0; shift < 32; shift += bits) {                                  \
      const int x = static_cast<lane>(a >> shift), y = static_cast<lane>(b >> shift); \
      result += static_cast<unsigned>(expression);                                    \
    }                                                                                 \
    return result;                                                                    \
  }
#define HEDDLE_CLAMP(value, low, high) \
  ((value) < (low) ? (low) : (value) > (high) ? (high) : (value))

// Comparisons: all bits (vcmp) or the lowest bit (vset) of a lane.
#define HEDDLE_COMPARE(relation, sign, count, bits, lane, operation)                \
  HEDDLE_LANES(__vcmp##relation##sign##count, bits, lane, (x operation y) ? -1 : 0) \
  HEDDLE_LANES(__vset##relation##sign##count, bits, lane, (x operation y) ? 1 : 0)
#define HEDDLE_COMPARE_ORDER(sign, count, bits, lane) \
  HEDDLE_COMPARE(ge, sign, count, bits, lane, >=)     \
  HEDDLE_COMPARE(gt, sign, count, bits, lane, >)      \
  HEDDLE_COMPARE(le, sign, count, bits, lane, <=)     \
  HEDDLE_COMPARE(lt, sign, count, bits, lane, <)

// count lanes of bits bits, as signed lanes in [low, high] and unsigned lanes up to top.
#define HEDDLE_SIMD(count, bits, slane, ulane, low, high, top)                     \
  HEDDLE_LANES(__vadd##count, bits, ulane, x + y)                                  \
  HEDDLE_LANES(__vaddss##count, bits, slane, HEDDLE_CLAMP(x + y, low, high))       \
  HEDDLE_LANES(__vaddus##count, bits, ulane, HEDDLE_CLAMP(x + y, 0, top))          \
  HEDDLE_LANES(__vsub##count, bits, ulane, x - y)                                  \
  HEDDLE_LANES(__vsubss##count, bits, slane, HEDDLE_CLAMP(x - y, low, high))       \
  HEDDLE_LANES(__vsubus##count, bits, ulane, HEDDLE_CLAMP(x - y, 0, top))          \
  HEDDLE_LANES(__vavgs##count, bits, slane, (x + y + (x + y >= 0)) >> 1)           \
  HEDDLE_LANES(__vavgu##count, bits, ulane, (x + y + 1) >> 1)                      \
  HEDDLE_LANES(__vhaddu##count, bits, ulane, (x + y) >> 1)                         \
  HEDDLE_LANES(__vmaxs##count, bits, slane, x > y ? x : y)                         \
  HEDDLE_LANES(__vmaxu##count, bits, ulane, x > y ? x : y)                         \
  HEDDLE_LANES(__vmins##count, bits, slane, x < y ? x : y)                         \
  HEDDLE_LANES(__vminu##count, bits, ulane, x < y ? x : y)                         \
  HEDDLE_LANES(__vabsdiffs##count, bits, slane, x > y ? x - y : y - x)             \
  HEDDLE_LANES(__vabsdiffu##count, bits, ulane, x > y ? x - y : y - x)             \
  HEDDLE_LANES_SUM(__vsads##count, bits, slane, x > y ? x - y : y - x)             \
  HEDDLE_LANES_SUM(__vsadu##count, bits, ulane, x > y ? x - y : y - x)             \
  HEDDLE_LANES_ONE(__vabs##count, bits, slane, x < 0 ? -x : x)                     \
  HEDDLE_LANES_ONE(__vabsss##count, bits, slane, x == low ? high : x < 0 ? -x : x) \
  HEDDLE_LANES_ONE(__vneg##count, bits, slane, -x)                                 \
  HEDDLE_LANES_ONE(__vnegss##count, bits, slane, x == low ? high : -x)             \
  HEDDLE_COMPARE(eq, , count, bits, ulane, ==)                                     \
  HEDDLE_COMPARE(ne, , count, bits, ulane, !=)                                     \
  HEDDLE_COMPARE_ORDER(s, count, bits, slane)                                      \
  HEDDLE_COMPARE_ORDER(u, count, bits, ulane)

HEDDLE_SIMD(2, 16, short, unsigned short, -32768, 32767, 65535)
HEDDLE_SIMD(4, 8, signed char, unsigned char, -128, 127, 255)

#undef HEDDLE_LANES
#undef HEDDLE_LANES_ONE
#undef HEDDLE_LANES_SUM
#undef HEDDLE_CLAMP
#undef HEDDLE_COMPARE
#undef HEDDLE_COMPARE_ORDER
#undef HEDDLE_SIMD

#endif
