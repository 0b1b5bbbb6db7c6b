// What CUB and Thrust name of CUDA's device runtime, in branches that are not taken. Device code has
// these functions only with -rdc=true (heddle/nested/runtime.h); each of these says that it has not.
#ifndef HEDDLE_HOST_DEVICE_RUNTIME_H
#define HEDDLE_HOST_DEVICE_RUNTIME_H

#include "../../cuda_runtime_api.h"

#if defined(__CUDACC_RDC__)
#define HEDDLE_WITHOUT_DEVICE_RUNTIME static inline __host__
#else
#define HEDDLE_WITHOUT_DEVICE_RUNTIME static inline __host__ __device__
#endif
HEDDLE_WITHOUT_DEVICE_RUNTIME cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() {
  return cudaErrorNotSupported;
}
HEDDLE_WITHOUT_DEVICE_RUNTIME void* cudaGetParameterBuffer(size_t, size_t) { return 0; }
HEDDLE_WITHOUT_DEVICE_RUNTIME cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned,
                                                           cudaStream_t) {
  return cudaErrorNotSupported;
}
#undef HEDDLE_WITHOUT_DEVICE_RUNTIME

#endif
