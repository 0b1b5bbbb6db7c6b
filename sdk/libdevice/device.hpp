#pragma once
// What every family of the device math library is written in: bit casts, exact arithmetic and the
// approximate PTX instructions. clang compiles the families for nvptx64 to the bitcode that CUDA
// programs link; the tests compile the same text for the host, where each approximate instruction
// is replaced by the correctly rounded function, moved to the error bound that the PTX ISA states
// when `approximation_bias` asks for it.
//
// Why `product`, `sum`, `difference`, `quotient`: the device compiler may fuse `a * b + c` into one
// fma, and under -ffast-math may reassociate sums. Wherever the rounding of one operation matters
// to the result, the families call these, so host and device compute the same bits.

#include <stdint.h>

#ifdef __NVPTX__
#define HEDDLE_MATH extern "C" __attribute__((always_inline))
#else
#define HEDDLE_MATH extern "C"
#endif
#define HEDDLE_SLOW_PATH static __attribute__((noinline))

namespace heddle::libdevice {

template <typename To, typename From>
inline To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}
inline uint32_t bits(float x) { return bit_cast<uint32_t>(x); }
inline uint64_t bits(double x) { return bit_cast<uint64_t>(x); }
inline float from_bits(uint32_t x) { return bit_cast<float>(x); }
inline double from_bits(uint64_t x) { return bit_cast<double>(x); }

inline float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline float absolute(float x) { return __builtin_fabsf(x); }
inline double absolute(double x) { return __builtin_fabs(x); }
inline float square_root(float x) { return __builtin_sqrtf(x); }
inline double square_root(double x) { return __builtin_sqrt(x); }
inline float minimum(float a, float b) { return __builtin_fminf(a, b); }
inline double minimum(double a, double b) { return __builtin_fmin(a, b); }
inline float maximum(float a, float b) { return __builtin_fmaxf(a, b); }
inline double maximum(double a, double b) { return __builtin_fmax(a, b); }
inline float nearest(float x) { return __builtin_rintf(x); }
inline double nearest(double x) { return __builtin_rint(x); }
inline float toward_zero(float x) { return __builtin_truncf(x); }
inline double toward_zero(double x) { return __builtin_trunc(x); }
// The polynomial with these coefficients, lowest power first.
template <typename T>
inline T polynomial(T /*x*/, T coefficient) {
  return coefficient;
}
template <typename T, typename... Higher>
inline T polynomial(T x, T coefficient, Higher... higher) {
  return fma(polynomial(x, higher...), x, coefficient);
}
inline float with_sign_of(float magnitude, float sign) {
  return from_bits((bits(magnitude) & 0x7fffffffU) | (bits(sign) & 0x80000000U));
}
inline double with_sign_of(double magnitude, double sign) {
  return from_bits((bits(magnitude) & ~uint64_t{1ULL << 63}) | (bits(sign) & uint64_t{1ULL << 63}));
}

__extension__ typedef unsigned __int128 Uint128;
inline uint64_t multiply_high(uint64_t a, uint64_t b) {
  return static_cast<uint64_t>((static_cast<Uint128>(a) * b) >> 64);
}
inline int leading_zeros(uint64_t x) { return x == 0 ? 64 : __builtin_clzll(x); }

#ifdef __NVPTX__
inline float product(float a, float b) { return __nvvm_mul_rn_f(a, b); }
inline double product(double a, double b) { return __nvvm_mul_rn_d(a, b); }
inline float sum(float a, float b) { return __nvvm_add_rn_f(a, b); }
inline double sum(double a, double b) { return __nvvm_add_rn_d(a, b); }
inline int high_word(double x) { return __nvvm_d2i_hi(x); }
inline int low_word(double x) { return __nvvm_d2i_lo(x); }
inline double from_words(int high, int low) { return __nvvm_lohi_i2d(low, high); }
inline float quotient(float a, float b) { return __nvvm_div_rn_f(a, b); }
inline double quotient(double a, double b) { return __nvvm_div_rn_d(a, b); }
inline float difference(float a, float b) {
  float result;
  asm("sub.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
inline double difference(double a, double b) {
  double result;
  asm("sub.rn.f64 %0, %1, %2;" : "=d"(result) : "d"(a), "d"(b));
  return result;
}
inline float exp2_approx(float x) { return __nvvm_ex2_approx_ftz_f(x); }
inline float exp2_approx_denormal(float x) { return __nvvm_ex2_approx_f(x); }
inline float log2_approx(float x) { return __nvvm_lg2_approx_f(x); }
inline float reciprocal_approx(float x) { return __nvvm_rcp_approx_ftz_f(x); }
inline float reciprocal_sqrt_approx(float x) { return __nvvm_rsqrt_approx_f(x); }
#else
inline float product(float a, float b) { return a * b; }
inline double product(double a, double b) { return a * b; }
inline float sum(float a, float b) { return a + b; }
inline double sum(double a, double b) { return a + b; }
inline float difference(float a, float b) { return a - b; }
inline float quotient(float a, float b) { return a / b; }
inline double quotient(double a, double b) { return a / b; }
inline double difference(double a, double b) { return a - b; }
inline int high_word(double x) { return static_cast<int>(bits(x) >> 32); }
inline int low_word(double x) { return static_cast<int>(bits(x)); }
inline double from_words(int high, int low) {
  return from_bits((static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32) |
                   static_cast<uint32_t>(low));
}
float exp2_approx(float x);
float exp2_approx_denormal(float x);
float log2_approx(float x);
float reciprocal_approx(float x);
float reciprocal_sqrt_approx(float x);
#endif

}  // namespace heddle::libdevice
