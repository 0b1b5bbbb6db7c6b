// Copies from global to shared memory in stages. They are done when issued, as on every device
// before compute capability 8.0, so that committing and waiting have nothing to do.
#ifndef HEDDLE_CUDA_PIPELINE_H
#define HEDDLE_CUDA_PIPELINE_H

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__)
static __device__ __forceinline__ void __pipeline_memcpy_async(void* shared, const void* global,
                                                               size_t size, size_t zeros = 0) {
  __builtin_memcpy(shared, global, size - zeros);
  __builtin_memset(static_cast<char*>(shared) + size - zeros, 0, zeros);
}
static __device__ __forceinline__ void __pipeline_commit() {}
static __device__ __forceinline__ void __pipeline_wait_prior(size_t) {}
#endif

#endif
