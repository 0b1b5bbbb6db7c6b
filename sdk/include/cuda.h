// The driver API's version macro and types. heddle has the runtime API only: the driver API's
// functions are refused by name.
#ifndef HEDDLE_CUDA_H
#define HEDDLE_CUDA_H
#define __cuda_cuda_h__

#include <stddef.h>
#include <stdint.h>

// clang reads this line to choose the PTX version (8.0) and the launch interface.
#define CUDA_VERSION 12000

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUarray_st* CUarray;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;

typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;

#if defined(__clang__)
#define HEDDLE_NO_DRIVER_API(name)                                                             \
  CUresult name(void* unsupported, ...)                                                        \
      __attribute__((unavailable("heddle has no CUDA driver API (" #name "): use the runtime " \
                                 "API, cuda_runtime.h")));
#if defined(__cplusplus)
extern "C" {
#endif
HEDDLE_NO_DRIVER_API(cuInit)
HEDDLE_NO_DRIVER_API(cuDeviceGet)
HEDDLE_NO_DRIVER_API(cuDeviceGetCount)
HEDDLE_NO_DRIVER_API(cuDeviceGetAttribute)
HEDDLE_NO_DRIVER_API(cuCtxCreate)
HEDDLE_NO_DRIVER_API(cuModuleLoad)
HEDDLE_NO_DRIVER_API(cuModuleLoadData)
HEDDLE_NO_DRIVER_API(cuModuleLoadDataEx)
HEDDLE_NO_DRIVER_API(cuModuleGetFunction)
HEDDLE_NO_DRIVER_API(cuMemAlloc)
HEDDLE_NO_DRIVER_API(cuMemcpyHtoD)
HEDDLE_NO_DRIVER_API(cuMemcpyDtoH)
HEDDLE_NO_DRIVER_API(cuLaunchKernel)
#if defined(__cplusplus)
}
#endif
#undef HEDDLE_NO_DRIVER_API
#endif

#endif
