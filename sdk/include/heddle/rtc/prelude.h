// What NVRTC's programs see without an #include: CUDA's qualifiers, vector types, built-in variables,
// mathematics, atomics and the other intrinsics, for the device alone. It takes no header of the
// host, and declares nothing in namespace std: programs bring such headers along. clang's own
// headers come in the order of its __clang_cuda_runtime_wrapper.h.
#ifndef HEDDLE_RTC_PRELUDE_H
#define HEDDLE_RTC_PRELUDE_H
#pragma clang system_header  // no warnings of these headers in the program's log
#define HEDDLE_RTC_PRELUDE_OPEN  // heddle/rtc/standard answers in place of the C++ library

#define CUDA_VERSION 12000

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef long clock_t;
typedef unsigned int cuuint32_t;  // clang's intrinsics have it
#if !defined(NULL)
#define NULL __null
#endif

#include <__clang_cuda_builtin_vars.h>
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "../../host_defines.h"

#include "../../builtin_types.h"
#include "../../vector_functions.h"
// These files of CUDA's are part of this one.
#define HEDDLE_CUDA_H
#define HEDDLE_CUDA_RUNTIME_H
#define HEDDLE_CUDA_RUNTIME_API_H
#define HEDDLE_CHANNEL_DESCRIPTOR_H
#define __DEVICE_FUNCTIONS_H__
#define __MATH_FUNCTIONS_H__
#define __COMMON_FUNCTIONS_H__

// Numbers of <limits.h> and <math.h> that clang's mathematics names; undefined again below.
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4

#include "../../crt/host_runtime.h"
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_math.h>

#include "../device/float_overloads.h"

#define HEDDLE_TEXTURE_FETCH_FUNCTIONS_H  // reads of texture references, whose host part is missing
#include "../../texture_indirect_functions.h"

extern "C" {
__device__ int vprintf(const char* format, const char* arguments);
__device__ int printf(const char* format, ...);
__device__ void* malloc(size_t bytes) __attribute__((nothrow, malloc));
__device__ void free(void* pointer) __attribute__((nothrow));
__device__ void __assertfail(const char* message, const char* file, unsigned line,
                             const char* function, size_t character_bytes);
}
#if defined(NDEBUG)
#define assert(condition) ((void)0)
#else
#define assert(condition) \
  ((condition) ? (void)0  \
               : __assertfail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))
#endif

#define HEDDLE_INDEX_AS(type)                                             \
  __device__ inline __cuda_builtin_##type##_t::operator dim3() const {    \
    return dim3(x, y, z);                                                 \
  }                                                                       \
  __device__ inline __cuda_builtin_##type##_t::operator uint3() const {   \
    return uint3{x, y, z};                                                \
  }
HEDDLE_INDEX_AS(threadIdx)
HEDDLE_INDEX_AS(blockIdx)
HEDDLE_INDEX_AS(blockDim)
HEDDLE_INDEX_AS(gridDim)
#undef HEDDLE_INDEX_AS

// clang puts these overloads into the global namespace, and then into namespace std as well.
namespace heddle_rtc_std {
using ::fma;
using ::frexp;
using ::ldexp;
using ::remquo;
using ::scalbln;
using ::scalbn;
}  // namespace heddle_rtc_std
#pragma push_macro("std")
#define std heddle_rtc_std
#include <__clang_cuda_cmath.h>
#pragma pop_macro("std")
#include <__clang_cuda_intrinsics.h>

#undef INT_MAX
#undef INT_MIN
#undef HUGE_VAL
#undef HUGE_VALF
#undef FP_NAN
#undef FP_INFINITE
#undef FP_ZERO
#undef FP_SUBNORMAL
#undef FP_NORMAL
#undef HEDDLE_RTC_PRELUDE_OPEN
#endif
