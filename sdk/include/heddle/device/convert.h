// Conversions with a stated rounding mode, and reinterpretations of bits.
#ifndef HEDDLE_DEVICE_CONVERT_H
#define HEDDLE_DEVICE_CONVERT_H

#include "qualifier.h"

#define HEDDLE_CONVERT(name, to, from, builtin) \
  HEDDLE_DEVICE to name(from x) { return static_cast<to>(builtin(x)); }
#define HEDDLE_CONVERT_ALL(name, to, from, builtin) \
  HEDDLE_CONVERT(name##_rn, to, from, builtin##_rn) \
  HEDDLE_CONVERT(name##_rz, to, from, builtin##_rz) \
  HEDDLE_CONVERT(name##_ru, to, from, builtin##_rp) \
  HEDDLE_CONVERT(name##_rd, to, from, builtin##_rm)
#if __CUDA_FTZ
#define HEDDLE_CONVERT_FLUSHED(name, to, from, builtin) \
  HEDDLE_CONVERT(name##_rn, to, from, builtin##_rn_ftz) \
  HEDDLE_CONVERT(name##_rz, to, from, builtin##_rz_ftz) \
  HEDDLE_CONVERT(name##_ru, to, from, builtin##_rp_ftz) \
  HEDDLE_CONVERT(name##_rd, to, from, builtin##_rm_ftz)
#else
#define HEDDLE_CONVERT_FLUSHED HEDDLE_CONVERT_ALL
#endif

HEDDLE_CONVERT_FLUSHED(__float2int, int, float, __nvvm_f2i)
HEDDLE_CONVERT_FLUSHED(__float2uint, unsigned, float, __nvvm_f2ui)
HEDDLE_CONVERT_FLUSHED(__float2ll, long long, float, __nvvm_f2ll)
HEDDLE_CONVERT_FLUSHED(__float2ull, unsigned long long, float, __nvvm_f2ull)
HEDDLE_CONVERT_FLUSHED(__double2float, float, double, __nvvm_d2f)
HEDDLE_CONVERT_ALL(__double2int, int, double, __nvvm_d2i)
HEDDLE_CONVERT_ALL(__double2uint, unsigned, double, __nvvm_d2ui)
HEDDLE_CONVERT_ALL(__double2ll, long long, double, __nvvm_d2ll)
HEDDLE_CONVERT_ALL(__double2ull, unsigned long long, double, __nvvm_d2ull)
HEDDLE_CONVERT_ALL(__int2float, float, int, __nvvm_i2f)
HEDDLE_CONVERT_ALL(__uint2float, float, unsigned, __nvvm_ui2f)
HEDDLE_CONVERT_ALL(__ll2float, float, long long, __nvvm_ll2f)
HEDDLE_CONVERT_ALL(__ull2float, float, unsigned long long, __nvvm_ull2f)
HEDDLE_CONVERT_ALL(__ll2double, double, long long, __nvvm_ll2d)
HEDDLE_CONVERT_ALL(__ull2double, double, unsigned long long, __nvvm_ull2d)
HEDDLE_DEVICE double __int2double_rn(int x) { return x; }
HEDDLE_DEVICE double __uint2double_rn(unsigned x) { return x; }
#undef HEDDLE_CONVERT
#undef HEDDLE_CONVERT_ALL
#undef HEDDLE_CONVERT_FLUSHED

#define HEDDLE_REINTERPRET(name, to, from) \
  HEDDLE_DEVICE to name(from x) { return __builtin_bit_cast(to, x); }
HEDDLE_REINTERPRET(__float_as_int, int, float)
HEDDLE_REINTERPRET(__float_as_uint, unsigned, float)
HEDDLE_REINTERPRET(__int_as_float, float, int)
HEDDLE_REINTERPRET(__uint_as_float, float, unsigned)
HEDDLE_REINTERPRET(__double_as_longlong, long long, double)
HEDDLE_REINTERPRET(__longlong_as_double, double, long long)
#undef HEDDLE_REINTERPRET
HEDDLE_DEVICE int __double2hiint(double x) { return __nvvm_d2i_hi(x); }
HEDDLE_DEVICE int __double2loint(double x) { return __nvvm_d2i_lo(x); }
HEDDLE_DEVICE double __hiloint2double(int high, int low) { return __nvvm_lohi_i2d(low, high); }

// The names of before CUDA 2.
HEDDLE_DEVICE int float2int(float x) { return __float2int_rz(x); }
HEDDLE_DEVICE float int2float(int x) { return __int2float_rn(x); }
HEDDLE_DEVICE float uint2float(unsigned x) { return __uint2float_rn(x); }
HEDDLE_DEVICE int float_as_int(float x) { return __float_as_int(x); }
HEDDLE_DEVICE float int_as_float(int x) { return __int_as_float(x); }
HEDDLE_DEVICE float saturate(float x) { return __nvvm_saturate_f(x); }

#endif
