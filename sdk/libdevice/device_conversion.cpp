// Conversions with a stated rounding mode: one PTX `cvt` each. Results out of range saturate, NaN
// becomes 0 (PTX ISA, cvt).

#include "device.hpp"

#define FLUSHED(plain, flushing) (__nvvm_reflect("__CUDA_FTZ") != 0 ? (flushing) : (plain))

#define TO_INTEGER(suffix, ptx)                                                              \
  HEDDLE_MATH int __nv_float2int_##suffix(float a) {                                         \
    return FLUSHED(__nvvm_f2i_##ptx(a), __nvvm_f2i_##ptx##_ftz(a));                          \
  }                                                                                          \
  HEDDLE_MATH unsigned __nv_float2uint_##suffix(float a) {                                   \
    return static_cast<unsigned>(FLUSHED(__nvvm_f2ui_##ptx(a), __nvvm_f2ui_##ptx##_ftz(a))); \
  }                                                                                          \
  HEDDLE_MATH long long __nv_float2ll_##suffix(float a) {                                    \
    return FLUSHED(__nvvm_f2ll_##ptx(a), __nvvm_f2ll_##ptx##_ftz(a));                        \
  }                                                                                          \
  HEDDLE_MATH unsigned long long __nv_float2ull_##suffix(float a) {                          \
    return static_cast<unsigned long long>(                                                  \
        FLUSHED(__nvvm_f2ull_##ptx(a), __nvvm_f2ull_##ptx##_ftz(a)));                        \
  }                                                                                          \
  HEDDLE_MATH int __nv_double2int_##suffix(double a) { return __nvvm_d2i_##ptx(a); }         \
  HEDDLE_MATH unsigned __nv_double2uint_##suffix(double a) {                                 \
    return static_cast<unsigned>(__nvvm_d2ui_##ptx(a));                                      \
  }                                                                                          \
  HEDDLE_MATH long long __nv_double2ll_##suffix(double a) { return __nvvm_d2ll_##ptx(a); }   \
  HEDDLE_MATH unsigned long long __nv_double2ull_##suffix(double a) {                        \
    return static_cast<unsigned long long>(__nvvm_d2ull_##ptx(a));                           \
  }

#define FROM_INTEGER(suffix, ptx)                                                          \
  HEDDLE_MATH float __nv_int2float_##suffix(int a) { return __nvvm_i2f_##ptx(a); }         \
  HEDDLE_MATH float __nv_uint2float_##suffix(unsigned a) { return __nvvm_ui2f_##ptx(a); }  \
  HEDDLE_MATH float __nv_ll2float_##suffix(long long a) { return __nvvm_ll2f_##ptx(a); }   \
  HEDDLE_MATH float __nv_ull2float_##suffix(unsigned long long a) {                        \
    return __nvvm_ull2f_##ptx(a);                                                          \
  }                                                                                        \
  HEDDLE_MATH double __nv_ll2double_##suffix(long long a) { return __nvvm_ll2d_##ptx(a); } \
  HEDDLE_MATH double __nv_ull2double_##suffix(unsigned long long a) {                      \
    return __nvvm_ull2d_##ptx(a);                                                          \
  }                                                                                        \
  HEDDLE_MATH float __nv_double2float_##suffix(double a) {                                 \
    return FLUSHED(__nvvm_d2f_##ptx(a), __nvvm_d2f_##ptx##_ftz(a));                        \
  }

TO_INTEGER(rn, rn)
TO_INTEGER(rz, rz)
TO_INTEGER(rd, rm)
TO_INTEGER(ru, rp)
FROM_INTEGER(rn, rn)
FROM_INTEGER(rz, rz)
FROM_INTEGER(rd, rm)
FROM_INTEGER(ru, rp)

HEDDLE_MATH double __nv_int2double_rn(int a) { return a; }
HEDDLE_MATH double __nv_uint2double_rn(unsigned a) { return a; }
HEDDLE_MATH long long __nv_llrintf(float a) { return __nvvm_f2ll_rn(a); }
HEDDLE_MATH long long __nv_llrint(double a) { return __nvvm_d2ll_rn(a); }

HEDDLE_MATH unsigned short __nv_float2half_rn(float a) {
  unsigned short half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(a));
  return half;
}
HEDDLE_MATH float __nv_half2float(unsigned short half) {
  float a;
  asm("cvt.f32.f16 %0, %1;" : "=f"(a) : "h"(half));
  return a;
}
