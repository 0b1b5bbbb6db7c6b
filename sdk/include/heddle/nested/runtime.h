// The device runtime: the functions of the runtime API that device code of -rdc=true may call. The
// PTX names them, and the simulator carries them out. Included by cuda_runtime.h.
#ifndef HEDDLE_NESTED_RUNTIME_H
#define HEDDLE_NESTED_RUNTIME_H

#include "../../cuda_runtime_api.h"
#include "streams.h"

extern "C" {
// Launches: a buffer for the parameters, which the caller fills, then the launch.
__device__ void* cudaGetParameterBufferV2(void* kernel, dim3 grid, dim3 block, unsigned int shared);
__device__ cudaError_t cudaLaunchDeviceV2(void* buffer, cudaStream_t stream);
__device__ void* cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ cudaError_t cudaLaunchDevice(void* kernel, void* buffer, dim3 grid, dim3 block,
                                        unsigned int shared, cudaStream_t stream);

__device__ cudaError_t cudaDeviceSynchronize(void);
__device__ cudaError_t cudaGetLastError(void);
__device__ cudaError_t cudaPeekAtLastError(void);

__device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
__device__ cudaError_t cudaStreamDestroy(cudaStream_t stream);
__device__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                           unsigned int flags = 0);
__device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
__device__ cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
__device__ cudaError_t cudaEventDestroy(cudaEvent_t event);

__device__ cudaError_t cudaMalloc(void** memory, size_t size);
__device__ cudaError_t cudaFree(void* memory);
__device__ cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size,
                                       enum cudaMemcpyKind kind, cudaStream_t stream = 0);
__device__ cudaError_t cudaMemsetAsync(void* to, int value, size_t size, cudaStream_t stream = 0);

__device__ cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute,
                                              int device);
__device__ cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit);
__device__ cudaError_t cudaGetDevice(int* device);
__device__ cudaError_t cudaGetDeviceCount(int* count);
__device__ cudaError_t cudaRuntimeGetVersion(int* version);
}

template <class T>
static inline __device__ cudaError_t cudaMalloc(T** memory, size_t size) {
  return ::cudaMalloc(reinterpret_cast<void**>(memory), size);
}
static inline __device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() {
  return ::cudaDeviceSynchronize();
}
static inline __device__ const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : "an error of the device runtime";
}

#endif
