// The fast functions (`__sinf`, `__expf`, ...): a few approximate PTX instructions each; their
// error is that of the instructions (PTX ISA).

#include "device.hpp"

namespace {
constexpr float kLog2E = 0x1.715476p+0F;
constexpr float kLog2Ten = 0x1.a934f0p+1F;
constexpr float kLn2 = 0x1.62e430p-1F;
constexpr float kLog10Two = 0x1.344136p-2F;

inline float exp2_fast(float x) {
  return __nvvm_reflect("__CUDA_FTZ") != 0 ? __nvvm_ex2_approx_ftz_f(x) : __nvvm_ex2_approx_f(x);
}
inline float log2_fast(float x) {
  return __nvvm_reflect("__CUDA_FTZ") != 0 ? __nvvm_lg2_approx_ftz_f(x) : __nvvm_lg2_approx_f(x);
}
inline float divide_fast(float a, float b) {
  return __nvvm_reflect("__CUDA_FTZ") != 0 ? __nvvm_div_approx_ftz_f(a, b)
                                           : __nvvm_div_approx_f(a, b);
}
inline float sine_fast(float x) {
  return __nvvm_reflect("__CUDA_FTZ") != 0 ? __nvvm_sin_approx_ftz_f(x) : __nvvm_sin_approx_f(x);
}
inline float cosine_fast(float x) {
  return __nvvm_reflect("__CUDA_FTZ") != 0 ? __nvvm_cos_approx_ftz_f(x) : __nvvm_cos_approx_f(x);
}
}  // namespace

HEDDLE_MATH float __nv_fast_sinf(float a) { return sine_fast(a); }
HEDDLE_MATH float __nv_fast_cosf(float a) { return cosine_fast(a); }
HEDDLE_MATH void __nv_fast_sincosf(float a, float* s, float* c) {
  *s = sine_fast(a);
  *c = cosine_fast(a);
}
HEDDLE_MATH float __nv_fast_tanf(float a) { return divide_fast(sine_fast(a), cosine_fast(a)); }
HEDDLE_MATH float __nv_fast_expf(float a) { return exp2_fast(a * kLog2E); }
HEDDLE_MATH float __nv_fast_exp10f(float a) { return exp2_fast(a * kLog2Ten); }
HEDDLE_MATH float __nv_fast_logf(float a) { return log2_fast(a) * kLn2; }
HEDDLE_MATH float __nv_fast_log2f(float a) { return log2_fast(a); }
HEDDLE_MATH float __nv_fast_log10f(float a) { return log2_fast(a) * kLog10Two; }
HEDDLE_MATH float __nv_fast_powf(float a, float b) { return exp2_fast(b * log2_fast(a)); }
HEDDLE_MATH float __nv_fast_fdividef(float a, float b) { return divide_fast(a, b); }
