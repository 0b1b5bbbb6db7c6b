// Integer functions and reinterpretations of bits.

#include "device.hpp"

using namespace heddle::libdevice;

HEDDLE_MATH int __nv_abs(int a) {
  return a < 0 ? static_cast<int>(0U - static_cast<unsigned>(a)) : a;
}
HEDDLE_MATH long long __nv_llabs(long long a) {
  return a < 0 ? static_cast<long long>(0ULL - static_cast<unsigned long long>(a)) : a;
}
HEDDLE_MATH int __nv_min(int a, int b) { return a < b ? a : b; }
HEDDLE_MATH int __nv_max(int a, int b) { return a > b ? a : b; }
HEDDLE_MATH unsigned __nv_umin(unsigned a, unsigned b) { return a < b ? a : b; }
HEDDLE_MATH unsigned __nv_umax(unsigned a, unsigned b) { return a > b ? a : b; }
HEDDLE_MATH long long __nv_llmin(long long a, long long b) { return a < b ? a : b; }
HEDDLE_MATH long long __nv_llmax(long long a, long long b) { return a > b ? a : b; }
HEDDLE_MATH unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
HEDDLE_MATH unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}

HEDDLE_MATH int __nv_clz(int a) { return a == 0 ? 32 : __builtin_clz(static_cast<unsigned>(a)); }
HEDDLE_MATH int __nv_clzll(long long a) {
  return a == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(a));
}
HEDDLE_MATH int __nv_popc(unsigned a) { return __builtin_popcount(a); }
HEDDLE_MATH int __nv_popcll(unsigned long long a) { return __builtin_popcountll(a); }
HEDDLE_MATH int __nv_ffs(int a) { return a == 0 ? 0 : __builtin_ctz(static_cast<unsigned>(a)) + 1; }
HEDDLE_MATH int __nv_ffsll(long long a) {
  return a == 0 ? 0 : __builtin_ctzll(static_cast<unsigned long long>(a)) + 1;
}

// Averages without overflow, rounded down (hadd) and up (rhadd).
HEDDLE_MATH int __nv_hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
HEDDLE_MATH int __nv_rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
HEDDLE_MATH int __nv_uhadd(unsigned a, unsigned b) {
  return static_cast<int>((a & b) + ((a ^ b) >> 1));
}
HEDDLE_MATH unsigned __nv_urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }

HEDDLE_MATH int __nv_float_as_int(float a) { return bit_cast<int>(a); }
HEDDLE_MATH unsigned __nv_float_as_uint(float a) { return bits(a); }
HEDDLE_MATH float __nv_int_as_float(int a) { return bit_cast<float>(a); }
HEDDLE_MATH float __nv_uint_as_float(unsigned a) { return bit_cast<float>(a); }
HEDDLE_MATH unsigned long long __nv_double_as_longlong(double a) { return bits(a); }
HEDDLE_MATH double __nv_longlong_as_double(long long a) { return bit_cast<double>(a); }
HEDDLE_MATH int __nv_double2hiint(double a) { return static_cast<int>(bits(a) >> 32); }
HEDDLE_MATH int __nv_double2loint(double a) { return static_cast<int>(bits(a)); }
HEDDLE_MATH double __nv_hiloint2double(int high, int low) {
  return from_bits((static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32) |
                   static_cast<uint32_t>(low));
}

#ifdef __NVPTX__
HEDDLE_MATH int __nv_brev(int a) {
  return static_cast<int>(__builtin_bitreverse32(static_cast<unsigned>(a)));
}
HEDDLE_MATH long long __nv_brevll(long long a) {
  return static_cast<long long>(__builtin_bitreverse64(static_cast<unsigned long long>(a)));
}
HEDDLE_MATH int __nv_byte_perm(int a, int b, int selector) { return __nvvm_prmt(a, b, selector); }
HEDDLE_MATH int __nv_mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
HEDDLE_MATH unsigned __nv_umul24(unsigned a, unsigned b) { return __nvvm_mul24_ui(a, b); }
HEDDLE_MATH int __nv_mulhi(int a, int b) { return __nvvm_mulhi_i(a, b); }
HEDDLE_MATH unsigned __nv_umulhi(unsigned a, unsigned b) { return __nvvm_mulhi_ui(a, b); }
HEDDLE_MATH long long __nv_mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
HEDDLE_MATH unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b) {
  return __nvvm_mulhi_ull(a, b);
}
HEDDLE_MATH int __nv_sad(int a, int b, int c) { return __nvvm_sad_i(a, b, c); }
HEDDLE_MATH unsigned __nv_usad(unsigned a, unsigned b, unsigned c) {
  return __nvvm_sad_ui(a, b, c);
}
#endif
