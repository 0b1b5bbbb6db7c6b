// Asynchronous copies from global to shared memory: the instructions cp.async of compute capability
// 8.0. Code for earlier devices copies at once and has nothing to wait for.
#ifndef HEDDLE_SYNCHRONIZATION_ASYNC_COPY_H
#define HEDDLE_SYNCHRONIZATION_ASYNC_COPY_H

#include "../../cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDACC__)
#include <stddef.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define HEDDLE_ASYNC_COPIES 1
#else
#define HEDDLE_ASYNC_COPIES 0
#endif

/// Whether a copy between these addresses can be asynchronous.
__device__ __forceinline__ bool __heddle_may_copy_async(const void* to, const void* from) {
#if HEDDLE_ASYNC_COPIES
  return __isShared(to) && __isGlobal(from);
#else
  (void)to, (void)from;
  return false;
#endif
}

/// Starts a copy of 4, 8 or 16 bytes, of which the last `zeros` become zero and are not read.
template <int Size>
__device__ __forceinline__ void __heddle_copy_async(void* to, const void* from, size_t zeros = 0) {
#if HEDDLE_ASYNC_COPIES
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
  const size_t global = __cvta_generic_to_global(from);
  const unsigned read = Size - static_cast<unsigned>(zeros);
  if constexpr (Size == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(global),
                 "r"(read)
                 : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(shared), "l"(global),
                 "n"(Size), "r"(read)
                 : "memory");
  }
#else
  __builtin_memcpy(to, from, Size - zeros);
  __builtin_memset(static_cast<char*>(to) + Size - zeros, 0, zeros);
#endif
}

/// Ends a group of the thread's copies.
__device__ __forceinline__ void __heddle_commit_copies() {
#if HEDDLE_ASYNC_COPIES
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/// Waits until at most the thread's last `Groups` groups are incomplete.
template <int Groups>
__device__ __forceinline__ void __heddle_wait_for_groups() {
#if HEDDLE_ASYNC_COPIES
  asm volatile("cp.async.wait_group %0;" ::"n"(Groups) : "memory");
#endif
}

/// Waits for all copies of the thread.
__device__ __forceinline__ void __heddle_wait_for_copies() {
#if HEDDLE_ASYNC_COPIES
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

#endif
#endif
