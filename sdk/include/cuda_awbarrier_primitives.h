// Barriers in shared memory, as functions. They need compute capability 8.0.
#ifndef HEDDLE_CUDA_AWBARRIER_PRIMITIVES_H
#define HEDDLE_CUDA_AWBARRIER_PRIMITIVES_H

#include "heddle/synchronization/mbarrier.h"

#if defined(__cplusplus) && defined(__CUDACC__)

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__device__ __forceinline__ unsigned __mbarrier_maximum_count() { return (1u << 20) - 1; }
__device__ __forceinline__ void __mbarrier_init(__mbarrier_t* barrier, unsigned expected) {
  __heddle_mbarrier_init(barrier, expected);
}
__device__ __forceinline__ void __mbarrier_inval(__mbarrier_t* barrier) {
  __heddle_mbarrier_inval(barrier);
}
__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return __heddle_mbarrier_arrive(barrier, 1);
}
__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return __heddle_mbarrier_drop(barrier);
}
__device__ __forceinline__ bool __mbarrier_test_wait(__mbarrier_t* barrier,
                                                     __mbarrier_token_t token) {
  return __heddle_mbarrier_test(barrier, token);
}
__device__ __forceinline__ bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  return __heddle_mbarrier_test_parity(barrier, parity);
}
__device__ __forceinline__ bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token,
                                                    unsigned) {
  return __heddle_mbarrier_test(barrier, token);
}
__device__ __forceinline__ bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity,
                                                           unsigned) {
  return __heddle_mbarrier_test_parity(barrier, parity);
}
__device__ __forceinline__ unsigned __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return __heddle_mbarrier_pending(token);
}

#endif
#endif
