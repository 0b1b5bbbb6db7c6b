// cuda::barrier: threads arrive, and wait until as many have as were expected; then its next phase
// begins. A count and a number of the phase in memory that all its threads see.
#ifndef HEDDLE_SYNCHRONIZATION_BARRIER_H
#define HEDDLE_SYNCHRONIZATION_BARRIER_H

#include "../../cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDACC__)
#include <stddef.h>
#if __has_include(<cuda/std/atomic>)
#include <cuda/std/atomic>  // libcu++ has the scopes, and atomics that go with them
#else
namespace cuda {
enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};
}  // namespace cuda
#endif

namespace cuda {

struct __heddle_no_completion {
  __device__ void operator()() const {}
};

template <thread_scope Scope, class Completion = __heddle_no_completion>
class barrier {
 public:
  class arrival_token {
   public:
    __device__ arrival_token(arrival_token&& other) : phase_(other.phase_) {}
    __device__ arrival_token& operator=(arrival_token&& other) {
      phase_ = other.phase_;
      return *this;
    }

   private:
    friend class barrier;
    __device__ explicit arrival_token(unsigned phase) : phase_(phase) {}
    unsigned phase_;
  };

  barrier() = default;  // in shared memory: `init` follows
  __device__ explicit barrier(ptrdiff_t expected, Completion completion = Completion()) {
    __heddle_begin(expected, completion);
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  static __device__ constexpr ptrdiff_t max() { return 0x7fffffff; }

  __device__ arrival_token arrive(ptrdiff_t count = 1) {
    const unsigned phase = __heddle_phase();
    __heddle_arrive(count);
    return arrival_token(phase);
  }
  __device__ void wait(arrival_token&& token) const { __heddle_wait(token.phase_); }
  __device__ bool try_wait(arrival_token&& token) const {
    const bool over = __heddle_phase() != token.phase_;
    if (over) fence();
    return over;
  }
  __device__ bool try_wait_parity(bool parity) const {
    const bool over = (__heddle_phase() & 1) != unsigned(parity);
    if (over) fence();
    return over;
  }
  __device__ void wait_parity(bool parity) const {
    while ((__heddle_phase() & 1) == unsigned(parity)) __nanosleep(20);
    fence();
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ void arrive_and_drop() {
    atomicSub(&expected_, 1u);
    __heddle_arrive(1);
  }

  // What the parts of this folder call.
  __device__ void __heddle_begin(ptrdiff_t expected, Completion completion) {
    expected_ = static_cast<unsigned>(expected);
    missing_ = expected_;
    phase_ = 0;
    completion_ = completion;
    fence();
  }
  __device__ void __heddle_arrive(ptrdiff_t count) {
    fence();
    if (atomicSub(&missing_, static_cast<unsigned>(count)) != static_cast<unsigned>(count)) return;
    fence();
    completion_();
    missing_ = *static_cast<volatile unsigned*>(&expected_);
    fence();
    atomicAdd(&phase_, 1u);
  }
  __device__ void __heddle_wait(unsigned phase) const {
    while (__heddle_phase() == phase) __nanosleep(20);
    fence();
  }

 private:
  __device__ unsigned __heddle_phase() const {
    return *static_cast<const volatile unsigned*>(&phase_);
  }
  static __device__ void fence() {
    if (Scope == thread_scope_system) {
      __threadfence_system();
    } else if (Scope == thread_scope_device) {
      __threadfence();
    } else {
      __threadfence_block();
    }
  }

  unsigned expected_;  // threads of a phase
  unsigned missing_;   // of them, those that have not arrived in this phase
  unsigned phase_;     // counts them
  Completion completion_;
};

template <thread_scope Scope, class Completion>
__device__ void init(barrier<Scope, Completion>* made, ptrdiff_t expected,
                     Completion completion = Completion()) {
  made->__heddle_begin(expected, completion);
}

}  // namespace cuda

#endif
#endif
