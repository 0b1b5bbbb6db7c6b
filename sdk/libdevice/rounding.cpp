// Rounding to an integral value, signs, minima and maxima, classification.

#include "device.hpp"

using namespace heddle::libdevice;

namespace {
// Half away from zero: add the largest number below one half, then truncate.
inline float round_away(float x) { return toward_zero(sum(x, with_sign_of(0x1.fffffep-2F, x))); }
inline double round_away(double x) {
  return toward_zero(sum(x, with_sign_of(0x1.fffffffffffffp-2, x)));
}
template <typename T>
inline T positive_difference(T a, T b) {
  return a <= b ? T{0} : a - b;
}
}  // namespace

HEDDLE_MATH float __nv_fabsf(float a) { return absolute(a); }
HEDDLE_MATH double __nv_fabs(double a) { return absolute(a); }
HEDDLE_MATH float __nv_copysignf(float a, float b) { return with_sign_of(a, b); }
HEDDLE_MATH double __nv_copysign(double a, double b) { return with_sign_of(a, b); }
HEDDLE_MATH float __nv_floorf(float a) { return __builtin_floorf(a); }
HEDDLE_MATH double __nv_floor(double a) { return __builtin_floor(a); }
HEDDLE_MATH float __nv_ceilf(float a) { return __builtin_ceilf(a); }
HEDDLE_MATH double __nv_ceil(double a) { return __builtin_ceil(a); }
HEDDLE_MATH float __nv_truncf(float a) { return toward_zero(a); }
HEDDLE_MATH double __nv_trunc(double a) { return toward_zero(a); }
HEDDLE_MATH float __nv_rintf(float a) { return nearest(a); }
HEDDLE_MATH double __nv_rint(double a) { return nearest(a); }
HEDDLE_MATH float __nv_nearbyintf(float a) { return nearest(a); }
HEDDLE_MATH double __nv_nearbyint(double a) { return nearest(a); }
HEDDLE_MATH float __nv_roundf(float a) { return round_away(a); }
HEDDLE_MATH double __nv_round(double a) { return round_away(a); }
HEDDLE_MATH float __nv_fminf(float a, float b) { return minimum(a, b); }
HEDDLE_MATH double __nv_fmin(double a, double b) { return minimum(a, b); }
HEDDLE_MATH float __nv_fmaxf(float a, float b) { return maximum(a, b); }
HEDDLE_MATH double __nv_fmax(double a, double b) { return maximum(a, b); }
HEDDLE_MATH float __nv_fdimf(float a, float b) { return positive_difference(a, b); }
HEDDLE_MATH double __nv_fdim(double a, double b) { return positive_difference(a, b); }
HEDDLE_MATH float __nv_fmaf(float a, float b, float c) { return fma(a, b, c); }
HEDDLE_MATH double __nv_fma(double a, double b, double c) { return fma(a, b, c); }
HEDDLE_MATH float __nv_sqrtf(float a) { return square_root(a); }
HEDDLE_MATH double __nv_sqrt(double a) { return square_root(a); }

HEDDLE_MATH int __nv_signbitf(float a) { return static_cast<int>(bits(a) >> 31); }
HEDDLE_MATH int __nv_signbitd(double a) { return static_cast<int>(bits(a) >> 63); }
HEDDLE_MATH int __nv_finitef(float a) { return (bits(a) & 0x7fffffffU) < 0x7f800000U; }
HEDDLE_MATH int __nv_isfinited(double a) {
  return (bits(a) & ~(1ULL << 63)) < 0x7ff0000000000000ULL;
}
HEDDLE_MATH int __nv_isinff(float a) { return (bits(a) & 0x7fffffffU) == 0x7f800000U; }
HEDDLE_MATH int __nv_isinfd(double a) { return (bits(a) & ~(1ULL << 63)) == 0x7ff0000000000000ULL; }
HEDDLE_MATH int __nv_isnanf(float a) { return (bits(a) & 0x7fffffffU) > 0x7f800000U; }
HEDDLE_MATH int __nv_isnand(double a) { return (bits(a) & ~(1ULL << 63)) > 0x7ff0000000000000ULL; }
HEDDLE_MATH float __nv_nanf(const signed char* /*payload*/) { return from_bits(0x7fffffffU); }
HEDDLE_MATH double __nv_nan(const signed char* /*payload*/) {
  return from_bits(uint64_t{0xfff8000000000000});
}

#ifdef __NVPTX__
HEDDLE_MATH long long __nv_llroundf(float a) { return __nvvm_f2ll_rz(round_away(a)); }
HEDDLE_MATH long long __nv_llround(double a) { return __nvvm_d2ll_rz(round_away(a)); }
#endif
