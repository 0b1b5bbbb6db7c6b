// The instructions mbarrier, on 64 bits in shared memory. They need compute capability 8.0; code for
// an earlier one that uses them is refused by name when it is compiled.
#ifndef HEDDLE_SYNCHRONIZATION_MBARRIER_H
#define HEDDLE_SYNCHRONIZATION_MBARRIER_H

#include "../../cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDACC__)

#define HEDDLE_MBARRIER __device__ __forceinline__

HEDDLE_MBARRIER unsigned __heddle_mbarrier_at(const void* barrier) {
  return static_cast<unsigned>(__cvta_generic_to_shared(barrier));
}
HEDDLE_MBARRIER void __heddle_mbarrier_init(void* barrier, unsigned expected) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__heddle_mbarrier_at(barrier)),
               "r"(expected)
               : "memory");
}
HEDDLE_MBARRIER void __heddle_mbarrier_inval(void* barrier) {
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__heddle_mbarrier_at(barrier)) : "memory");
}
HEDDLE_MBARRIER unsigned long long __heddle_mbarrier_arrive(void* barrier, unsigned count) {
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;"
               : "=l"(state)
               : "r"(__heddle_mbarrier_at(barrier)), "r"(count)
               : "memory");
  return state;
}
HEDDLE_MBARRIER unsigned long long __heddle_mbarrier_drop(void* barrier) {
  unsigned long long state;
  asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
               : "=l"(state)
               : "r"(__heddle_mbarrier_at(barrier))
               : "memory");
  return state;
}
HEDDLE_MBARRIER bool __heddle_mbarrier_test(const void* barrier, unsigned long long state) {
  unsigned over;
  asm volatile(
      "{ .reg .pred over; mbarrier.test_wait.shared.b64 over, [%1], %2; selp.u32 %0, 1, 0, over; }"
      : "=r"(over)
      : "r"(__heddle_mbarrier_at(barrier)), "l"(state)
      : "memory");
  return over != 0;
}
HEDDLE_MBARRIER bool __heddle_mbarrier_test_parity(const void* barrier, unsigned parity) {
  unsigned over;
  asm volatile(
      "{ .reg .pred over; mbarrier.test_wait.parity.shared.b64 over, [%1], %2; "
      "selp.u32 %0, 1, 0, over; }"
      : "=r"(over)
      : "r"(__heddle_mbarrier_at(barrier)), "r"(parity)
      : "memory");
  return over != 0;
}
HEDDLE_MBARRIER unsigned __heddle_mbarrier_pending(unsigned long long state) {
  unsigned count;
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(state));
  return count;
}
/// The thread arrives when its asynchronous copies so far are complete. `counted`: the arrival is one
/// of those that the barrier expects; otherwise the barrier expects one more.
HEDDLE_MBARRIER void __heddle_arrive_after_copies(void* barrier, bool counted) {
  const unsigned at = __heddle_mbarrier_at(barrier);
  if (counted) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at) : "memory");
  } else {
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(at) : "memory");
  }
}

#undef HEDDLE_MBARRIER

#endif
#endif
