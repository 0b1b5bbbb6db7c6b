// Integer and bit intrinsics: counts, reversal, permutation, high products, averages, sums of
// absolute differences, dot products of bytes.
#ifndef HEDDLE_DEVICE_INTEGER_H
#define HEDDLE_DEVICE_INTEGER_H

#include "qualifier.h"

HEDDLE_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
HEDDLE_DEVICE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
HEDDLE_DEVICE int __ffs(int x) { return x == 0 ? 0 : __builtin_ctz(static_cast<unsigned>(x)) + 1; }
HEDDLE_DEVICE int __ffsll(long long x) {
  return x == 0 ? 0 : __builtin_ctzll(static_cast<unsigned long long>(x)) + 1;
}
HEDDLE_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
HEDDLE_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
HEDDLE_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
HEDDLE_DEVICE unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}
HEDDLE_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  return static_cast<unsigned>(__nvvm_prmt(x, y, selector));
}

HEDDLE_DEVICE int __mulhi(int x, int y) { return __nvvm_mulhi_i(x, y); }
HEDDLE_DEVICE unsigned __umulhi(unsigned x, unsigned y) { return __nvvm_mulhi_ui(x, y); }
HEDDLE_DEVICE long long __mul64hi(long long x, long long y) { return __nvvm_mulhi_ll(x, y); }
HEDDLE_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return __nvvm_mulhi_ull(x, y);
}
HEDDLE_DEVICE int __mul24(int x, int y) { return __nvvm_mul24_i(x, y); }
HEDDLE_DEVICE unsigned __umul24(unsigned x, unsigned y) { return __nvvm_mul24_ui(x, y); }
HEDDLE_DEVICE int mul24(int x, int y) { return __mul24(x, y); }
HEDDLE_DEVICE unsigned umul24(unsigned x, unsigned y) { return __umul24(x, y); }
HEDDLE_DEVICE int mulhi(int x, int y) { return __mulhi(x, y); }
HEDDLE_DEVICE unsigned mulhi(unsigned x, unsigned y) { return __umulhi(x, y); }
HEDDLE_DEVICE unsigned umulhi(unsigned x, unsigned y) { return __umulhi(x, y); }
HEDDLE_DEVICE long long mul64hi(long long x, long long y) { return __mul64hi(x, y); }
HEDDLE_DEVICE unsigned long long umul64hi(unsigned long long x, unsigned long long y) {
  return __umul64hi(x, y);
}

HEDDLE_DEVICE unsigned __sad(int x, int y, unsigned sum) {
  return static_cast<unsigned>(__nvvm_sad_i(x, y, static_cast<int>(sum)));
}
HEDDLE_DEVICE unsigned __usad(unsigned x, unsigned y, unsigned sum) {
  return __nvvm_sad_ui(x, y, sum);
}
/// Averages without overflow: rounded down, and up.
HEDDLE_DEVICE int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
HEDDLE_DEVICE int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
HEDDLE_DEVICE unsigned __uhadd(unsigned x, unsigned y) { return (x & y) + ((x ^ y) >> 1); }
HEDDLE_DEVICE unsigned __urhadd(unsigned x, unsigned y) { return (x | y) - ((x ^ y) >> 1); }

#define HEDDLE_DOT_PRODUCT(name, type, bytes, operation)                         \
  HEDDLE_DEVICE type name(bytes x, bytes y, type sum) {                          \
    type result;                                                                 \
    asm(operation " %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(sum)); \
    return result;                                                               \
  }
HEDDLE_DOT_PRODUCT(__dp4a, int, int, "dp4a.s32.s32")
HEDDLE_DOT_PRODUCT(__dp4a, unsigned, unsigned, "dp4a.u32.u32")
HEDDLE_DOT_PRODUCT(__dp2a_lo, int, int, "dp2a.lo.s32.s32")
HEDDLE_DOT_PRODUCT(__dp2a_lo, unsigned, unsigned, "dp2a.lo.u32.u32")
HEDDLE_DOT_PRODUCT(__dp2a_hi, int, int, "dp2a.hi.s32.s32")
HEDDLE_DOT_PRODUCT(__dp2a_hi, unsigned, unsigned, "dp2a.hi.u32.u32")
#undef HEDDLE_DOT_PRODUCT
// The vector forms: the same bits.
#define HEDDLE_DOT_VECTOR(name, type, wide, narrow, bits) \
  HEDDLE_DEVICE type name(wide x, narrow y, type sum) {   \
    bits a, b;                                            \
    __builtin_memcpy(&a, &x, sizeof(a));                  \
    __builtin_memcpy(&b, &y, sizeof(b));                  \
    return name(a, b, sum);                               \
  }
HEDDLE_DOT_VECTOR(__dp4a, int, char4, char4, int)
HEDDLE_DOT_VECTOR(__dp4a, unsigned, uchar4, uchar4, unsigned)
HEDDLE_DOT_VECTOR(__dp2a_lo, int, short2, char4, int)
HEDDLE_DOT_VECTOR(__dp2a_lo, unsigned, ushort2, uchar4, unsigned)
HEDDLE_DOT_VECTOR(__dp2a_hi, int, short2, char4, int)
HEDDLE_DOT_VECTOR(__dp2a_hi, unsigned, ushort2, uchar4, unsigned)
#undef HEDDLE_DOT_VECTOR

#endif
