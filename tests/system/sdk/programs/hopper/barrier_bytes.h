// Barriers in shared memory that count bytes (mbarrier), as inline assembly.
#pragma once

__device__ inline unsigned shared_address(const void* variable) {
  return static_cast<unsigned>(__cvta_generic_to_shared(variable));
}

__device__ inline void start_barrier(unsigned barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// Arrives, and expects bytes in this phase.
__device__ inline void expect_bytes(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}

__device__ inline void wait_for_phase(unsigned barrier, unsigned parity) {
  asm volatile(
      "{\n .reg .pred done;\n"
      "WAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1, 1000;\n"
      " @done bra DONE;\n bra WAIT;\nDONE:\n}" ::"r"(barrier),
      "r"(parity)
      : "memory");
}
