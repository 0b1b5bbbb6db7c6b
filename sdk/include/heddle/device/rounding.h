// Floating-point arithmetic with a stated rounding mode (rn, rz, ru, rd), and the fast
// approximations behind
// --use_fast_math.
#ifndef HEDDLE_DEVICE_ROUNDING_H
#define HEDDLE_DEVICE_ROUNDING_H

#include "qualifier.h"

#if __CUDA_FTZ
#define HEDDLE_SINGLE(operation) __nvvm_##operation##_ftz_f
#else
#define HEDDLE_SINGLE(operation) __nvvm_##operation##_f
#endif
#define HEDDLE_DOUBLE(operation) __nvvm_##operation##_d

#define HEDDLE_UNARY(name, type, builtin) \
  HEDDLE_DEVICE type name(type x) { return builtin(x); }
#define HEDDLE_BINARY(name, type, builtin) \
  HEDDLE_DEVICE type name(type x, type y) { return builtin(x, y); }
#define HEDDLE_TERNARY(name, type, builtin) \
  HEDDLE_DEVICE type name(type x, type y, type z) { return builtin(x, y, z); }
#define HEDDLE_MODES(ARITY, name, type, BUILTIN, operation) \
  ARITY(name##_rn, type, BUILTIN(operation##_rn))           \
  ARITY(name##_rz, type, BUILTIN(operation##_rz))           \
  ARITY(name##_ru, type, BUILTIN(operation##_rp))           \
  ARITY(name##_rd, type, BUILTIN(operation##_rm))

HEDDLE_MODES(HEDDLE_BINARY, __fadd, float, HEDDLE_SINGLE, add)
HEDDLE_MODES(HEDDLE_BINARY, __fmul, float, HEDDLE_SINGLE, mul)
HEDDLE_MODES(HEDDLE_BINARY, __fdiv, float, HEDDLE_SINGLE, div)
HEDDLE_MODES(HEDDLE_TERNARY, __fmaf, float, HEDDLE_SINGLE, fma)
HEDDLE_MODES(HEDDLE_UNARY, __frcp, float, HEDDLE_SINGLE, rcp)
HEDDLE_MODES(HEDDLE_UNARY, __fsqrt, float, HEDDLE_SINGLE, sqrt)
HEDDLE_TERNARY(__fmaf_ieee_rn, float, __nvvm_fma_rn_f)
HEDDLE_TERNARY(__fmaf_ieee_rz, float, __nvvm_fma_rz_f)
HEDDLE_TERNARY(__fmaf_ieee_ru, float, __nvvm_fma_rp_f)
HEDDLE_TERNARY(__fmaf_ieee_rd, float, __nvvm_fma_rm_f)
HEDDLE_MODES(HEDDLE_BINARY, __dadd, double, HEDDLE_DOUBLE, add)
HEDDLE_MODES(HEDDLE_BINARY, __dmul, double, HEDDLE_DOUBLE, mul)
HEDDLE_MODES(HEDDLE_BINARY, __ddiv, double, HEDDLE_DOUBLE, div)
HEDDLE_MODES(HEDDLE_TERNARY, __fma, double, HEDDLE_DOUBLE, fma)
HEDDLE_MODES(HEDDLE_UNARY, __drcp, double, HEDDLE_DOUBLE, rcp)
HEDDLE_MODES(HEDDLE_UNARY, __dsqrt, double, HEDDLE_DOUBLE, sqrt)

#define HEDDLE_SUBTRACT(name, add, type) \
  HEDDLE_DEVICE type name(type x, type y) { return add(x, -y); }
HEDDLE_SUBTRACT(__fsub_rn, __fadd_rn, float)
HEDDLE_SUBTRACT(__fsub_rz, __fadd_rz, float)
HEDDLE_SUBTRACT(__fsub_ru, __fadd_ru, float)
HEDDLE_SUBTRACT(__fsub_rd, __fadd_rd, float)
HEDDLE_SUBTRACT(__dsub_rn, __dadd_rn, double)
HEDDLE_SUBTRACT(__dsub_rz, __dadd_rz, double)
HEDDLE_SUBTRACT(__dsub_ru, __dadd_ru, double)
HEDDLE_SUBTRACT(__dsub_rd, __dadd_rd, double)
#undef HEDDLE_SUBTRACT

HEDDLE_UNARY(__saturatef, float, HEDDLE_SINGLE(saturate))
/// Computed in double: correctly rounded for every float.
HEDDLE_DEVICE float __frsqrt_rn(float x) {
  return __nvvm_d2f_rn(__nvvm_rcp_rn_d(__nvvm_sqrt_rn_d(x)));
}

// One or two approximate instructions each; errors are those of PTX's sin, cos, lg2, ex2, div
// .approx.
HEDDLE_BINARY(__fdividef, float, HEDDLE_SINGLE(div_approx))
HEDDLE_UNARY(__sinf, float, HEDDLE_SINGLE(sin_approx))
HEDDLE_UNARY(__cosf, float, HEDDLE_SINGLE(cos_approx))
HEDDLE_UNARY(__log2f, float, HEDDLE_SINGLE(lg2_approx))
HEDDLE_DEVICE float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
/// ln 2, lg 2, 1 / ln 2 and 1 / lg 2 in single precision.
HEDDLE_DEVICE float __logf(float x) { return __log2f(x) * 0.693147180559945309f; }
HEDDLE_DEVICE float __log10f(float x) { return __log2f(x) * 0.301029995663981195f; }
HEDDLE_DEVICE float __expf(float x) { return HEDDLE_SINGLE(ex2_approx)(x * 1.44269504088896341f); }
HEDDLE_DEVICE float __exp10f(float x) {
  return HEDDLE_SINGLE(ex2_approx)(x * 3.32192809488736235f);
}
HEDDLE_DEVICE float __powf(float x, float y) { return HEDDLE_SINGLE(ex2_approx)(y * __log2f(x)); }
HEDDLE_DEVICE void __sincosf(float x, float* sine, float* cosine) {
  *sine = __sinf(x);
  *cosine = __cosf(x);
}

// What the C library's classification macros reach.
HEDDLE_DEVICE int __isnan(double x) { return __builtin_isnan(x); }
HEDDLE_DEVICE int __isnanf(float x) { return __builtin_isnan(x); }
HEDDLE_DEVICE int __isnanl(long double x) { return __builtin_isnan(static_cast<double>(x)); }
HEDDLE_DEVICE int __isinf(double x) { return __builtin_isinf_sign(x); }
HEDDLE_DEVICE int __isinff(float x) { return __builtin_isinf_sign(x); }
HEDDLE_DEVICE int __isinfl(long double x) { return __builtin_isinf_sign(static_cast<double>(x)); }
HEDDLE_DEVICE int __finite(double x) { return __builtin_isfinite(x); }
HEDDLE_DEVICE int __finitef(float x) { return __builtin_isfinite(x); }
HEDDLE_DEVICE int __finitel(long double x) { return __builtin_isfinite(static_cast<double>(x)); }
HEDDLE_DEVICE int __isfinited(double x) { return __builtin_isfinite(x); }
HEDDLE_DEVICE int __signbitd(double x) { return __builtin_signbit(x); }
HEDDLE_DEVICE int __signbitf(float x) { return __builtin_signbitf(x); }
HEDDLE_DEVICE int __signbit(double x) { return __builtin_signbit(x); }
HEDDLE_DEVICE int __signbitl(long double x) { return __builtin_signbit(static_cast<double>(x)); }

/// The payload of the text is not kept.
HEDDLE_DEVICE double nan(const char*) { return __builtin_nan(""); }
HEDDLE_DEVICE float nanf(const char*) { return __builtin_nanf(""); }

#undef HEDDLE_UNARY
#undef HEDDLE_BINARY
#undef HEDDLE_TERNARY
#undef HEDDLE_MODES
#undef HEDDLE_SINGLE
#undef HEDDLE_DOUBLE

#endif
