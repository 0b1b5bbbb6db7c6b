// Arithmetic with a stated rounding mode: one PTX instruction each. rn, rz, rd, ru are to nearest
// even, toward zero, down and up. The single precision ones flush denormals where the program is
// compiled to (`__CUDA_FTZ`), those named ieee never.

#include "device.hpp"

#define FLUSHED(plain, flushing) (__nvvm_reflect("__CUDA_FTZ") != 0 ? (flushing) : (plain))

#define ROUNDED_FLOAT(suffix, ptx)                                                    \
  HEDDLE_MATH float __nv_fadd_##suffix(float a, float b) {                            \
    return FLUSHED(__nvvm_add_##ptx##_f(a, b), __nvvm_add_##ptx##_ftz_f(a, b));       \
  }                                                                                   \
  HEDDLE_MATH float __nv_fsub_##suffix(float a, float b) {                            \
    return FLUSHED(__nvvm_add_##ptx##_f(a, -b), __nvvm_add_##ptx##_ftz_f(a, -b));     \
  }                                                                                   \
  HEDDLE_MATH float __nv_fmul_##suffix(float a, float b) {                            \
    return FLUSHED(__nvvm_mul_##ptx##_f(a, b), __nvvm_mul_##ptx##_ftz_f(a, b));       \
  }                                                                                   \
  HEDDLE_MATH float __nv_fdiv_##suffix(float a, float b) {                            \
    return FLUSHED(__nvvm_div_##ptx##_f(a, b), __nvvm_div_##ptx##_ftz_f(a, b));       \
  }                                                                                   \
  HEDDLE_MATH float __nv_frcp_##suffix(float a) {                                     \
    return FLUSHED(__nvvm_rcp_##ptx##_f(a), __nvvm_rcp_##ptx##_ftz_f(a));             \
  }                                                                                   \
  HEDDLE_MATH float __nv_fsqrt_##suffix(float a) {                                    \
    return FLUSHED(__nvvm_sqrt_##ptx##_f(a), __nvvm_sqrt_##ptx##_ftz_f(a));           \
  }                                                                                   \
  HEDDLE_MATH float __nv_fmaf_##suffix(float a, float b, float c) {                   \
    return FLUSHED(__nvvm_fma_##ptx##_f(a, b, c), __nvvm_fma_##ptx##_ftz_f(a, b, c)); \
  }                                                                                   \
  HEDDLE_MATH float __nv_fmaf_ieee_##suffix(float a, float b, float c) {              \
    return __nvvm_fma_##ptx##_f(a, b, c);                                             \
  }

#define ROUNDED_DOUBLE(suffix, ptx)                                                                \
  HEDDLE_MATH double __nv_dadd_##suffix(double a, double b) { return __nvvm_add_##ptx##_d(a, b); } \
  HEDDLE_MATH double __nv_dsub_##suffix(double a, double b) {                                      \
    return __nvvm_add_##ptx##_d(a, -b);                                                            \
  }                                                                                                \
  HEDDLE_MATH double __nv_dmul_##suffix(double a, double b) { return __nvvm_mul_##ptx##_d(a, b); } \
  HEDDLE_MATH double __nv_ddiv_##suffix(double a, double b) { return __nvvm_div_##ptx##_d(a, b); } \
  HEDDLE_MATH double __nv_drcp_##suffix(double a) { return __nvvm_rcp_##ptx##_d(a); }              \
  HEDDLE_MATH double __nv_dsqrt_##suffix(double a) { return __nvvm_sqrt_##ptx##_d(a); }            \
  HEDDLE_MATH double __nv_fma_##suffix(double a, double b, double c) {                             \
    return __nvvm_fma_##ptx##_d(a, b, c);                                                          \
  }

ROUNDED_FLOAT(rn, rn)
ROUNDED_FLOAT(rz, rz)
ROUNDED_FLOAT(rd, rm)
ROUNDED_FLOAT(ru, rp)
ROUNDED_DOUBLE(rn, rn)
ROUNDED_DOUBLE(rz, rz)
ROUNDED_DOUBLE(rd, rm)
ROUNDED_DOUBLE(ru, rp)

HEDDLE_MATH float __nv_frsqrt_rn(float a) { return __nvvm_rsqrt_approx_f(a); }
HEDDLE_MATH double __nv_rcp64h(double a) { return __nvvm_rcp_approx_ftz_d(a); }
HEDDLE_MATH float __nv_saturatef(float a) {
  return FLUSHED(__nvvm_saturate_f(a), __nvvm_saturate_ftz_f(a));
}
