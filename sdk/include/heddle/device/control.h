// Barriers, fences, votes of before Volta, clocks, traps, block moves of memory.
#ifndef HEDDLE_DEVICE_CONTROL_H
#define HEDDLE_DEVICE_CONTROL_H

#include <stddef.h>

#include "qualifier.h"

HEDDLE_DEVICE int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
HEDDLE_DEVICE int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
HEDDLE_DEVICE int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }

HEDDLE_DEVICE void __threadfence() { __nvvm_membar_gl(); }
HEDDLE_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
HEDDLE_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }

HEDDLE_DEVICE int __all(int predicate) { return __nvvm_vote_all(predicate); }
HEDDLE_DEVICE int __any(int predicate) { return __nvvm_vote_any(predicate); }
HEDDLE_DEVICE unsigned __ballot(int predicate) { return __nvvm_vote_ballot(predicate); }

// What the lanes of the mask give together, in each of them. For the host's side, and for compute
// capability 8.0 and later, clang has its own, but for the sum of ints.
#if HEDDLE_DEVICE_PASS
#define HEDDLE_REDUCE(operation, type, ptx)                                   \
  HEDDLE_DEVICE type __reduce_##operation##_sync(unsigned mask, type value) { \
    type result;                                                              \
    asm volatile("redux.sync." #operation "." ptx " %0, %1, %2;"              \
                 : "=r"(result)                                               \
                 : "r"(value), "r"(mask));                                    \
    return result;                                                            \
  }
HEDDLE_REDUCE(add, int, "s32")
#if __CUDA_ARCH__ < 800
HEDDLE_REDUCE(add, unsigned, "u32")
HEDDLE_REDUCE(min, unsigned, "u32")
HEDDLE_REDUCE(min, int, "s32")
HEDDLE_REDUCE(max, unsigned, "u32")
HEDDLE_REDUCE(max, int, "s32")
HEDDLE_REDUCE(and, unsigned, "b32")
HEDDLE_REDUCE(or, unsigned, "b32")
HEDDLE_REDUCE(xor, unsigned, "b32")
#endif
#undef HEDDLE_REDUCE
#endif

/// `clock_t` is wider on the host, so that this function is declared as CUDA does for devices.
HEDDLE_DEVICE int clock() { return __nvvm_read_ptx_sreg_clock(); }
HEDDLE_DEVICE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
HEDDLE_DEVICE void __nanosleep(unsigned nanoseconds) {
  asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds));
}

HEDDLE_DEVICE void __trap() { asm volatile("trap;"); }
HEDDLE_DEVICE void __brkpt(int = 0) { asm volatile("brkpt;"); }
/// A marker for profilers; heddle has no such counters.
HEDDLE_DEVICE void __prof_trigger(int) {}

extern "C" __device__ void* malloc(size_t) __attribute__((nothrow, malloc));
extern "C" __device__ void free(void*) __attribute__((nothrow));

HEDDLE_DEVICE void* memcpy(void* to, const void* from, size_t size) {
  return __builtin_memcpy(to, from, size);
}
HEDDLE_DEVICE void* memmove(void* to, const void* from, size_t size) {
  return __builtin_memmove(to, from, size);
}
HEDDLE_DEVICE void* memset(void* to, int value, size_t size) {
  return __builtin_memset(to, value, size);
}

#endif
