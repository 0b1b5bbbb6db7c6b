// What CUB and Thrust name of CUDA's device runtime, in branches that are not taken: heddle
// launches kernels from the host only, and each of these says so.
#ifndef HEDDLE_HOST_DEVICE_RUNTIME_H
#define HEDDLE_HOST_DEVICE_RUNTIME_H

#include "../../cuda_runtime_api.h"

static inline __host__ __device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() {
  return cudaErrorNotSupported;
}
static inline __host__ __device__ void* cudaGetParameterBuffer(size_t, size_t) { return 0; }
static inline __host__ __device__ cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned,
                                                               cudaStream_t) {
  return cudaErrorNotSupported;
}

#endif
