// cuda::barrier: threads arrive, and wait until as many have as were expected; then its next phase
// begins. A barrier of a block in shared memory is one of the instructions mbarrier from compute
// capability 8.0 on. Any other is a count and a number of the phase in memory that all its threads
// see.
#ifndef HEDDLE_SYNCHRONIZATION_BARRIER_H
#define HEDDLE_SYNCHRONIZATION_BARRIER_H

#include "async_copy.h"
#include "mbarrier.h"

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

template <thread_scope Scope, class Completion>
struct __heddle_may_be_mbarrier {
  static constexpr bool value = false;
};
template <>
struct __heddle_may_be_mbarrier<thread_scope_block, __heddle_no_completion> {
  static constexpr bool value = HEDDLE_ASYNC_COPIES != 0;
};

template <thread_scope Scope, class Completion = __heddle_no_completion>
class barrier {
 public:
  class arrival_token {
   public:
    __device__ arrival_token(arrival_token&& other) : state_(other.state_) {}
    __device__ arrival_token& operator=(arrival_token&& other) {
      state_ = other.state_;
      return *this;
    }

   private:
    friend class barrier;
    __device__ explicit arrival_token(unsigned long long state) : state_(state) {}
    unsigned long long state_;  // of an mbarrier, or the number of the phase
  };

  barrier() = default;  // in shared memory: `init` follows
  __device__ explicit barrier(ptrdiff_t expected, Completion completion = Completion()) {
    __heddle_begin(expected, completion);
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  static __device__ constexpr ptrdiff_t max() { return (1 << 20) - 1; }

  __device__ arrival_token arrive(ptrdiff_t count = 1) {
    if (is_mbarrier())
      return arrival_token(__heddle_mbarrier_arrive(this, static_cast<unsigned>(count)));
    const unsigned phase = this->phase();
    count_arrivals(count);
    return arrival_token(phase);
  }
  __device__ void wait(arrival_token&& token) const {
    while (!is_over(token)) rest();
    fence();
  }
  __device__ bool try_wait(arrival_token&& token) const {
    const bool over = is_over(token);
    if (over) fence();
    return over;
  }
  __device__ bool try_wait_parity(bool parity) const {
    const bool over = is_over_by_parity(parity);
    if (over) fence();
    return over;
  }
  __device__ void wait_parity(bool parity) const {
    while (!is_over_by_parity(parity)) rest();
    fence();
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ void arrive_and_drop() {
    if (is_mbarrier()) {
      __heddle_mbarrier_drop(this);
      return;
    }
    atomicSub(&expected_, 1u);
    count_arrivals(1);
  }

  // What the parts of this folder call.
  __device__ void __heddle_begin(ptrdiff_t expected, Completion completion) {
    if (is_mbarrier()) return __heddle_mbarrier_init(this, static_cast<unsigned>(expected));
    expected_ = static_cast<unsigned>(expected);
    missing_ = expected_;
    phase_ = 0;
    completion_ = completion;
    fence();
  }
  __device__ void __heddle_arrive() { arrive(); }
  /// Arrives when the thread's asynchronous copies so far are complete.
  __device__ void __heddle_arrive_with_copies() {
    if (is_mbarrier()) return __heddle_arrive_after_copies(this, true);
    __heddle_wait_for_copies();
    count_arrivals(1);
  }
  /// The current phase also needs the thread's asynchronous copies so far.
  __device__ void __heddle_expect_copies() {
    if (is_mbarrier())
      __heddle_arrive_after_copies(this, false);
    else
      __heddle_wait_for_copies();
  }
  __device__ void __heddle_wait(unsigned phase) const {
    if (is_mbarrier()) return wait_parity((phase & 1) != 0);
    while (this->phase() == phase) rest();
    fence();
  }

 private:
  __device__ bool is_mbarrier() const {
    if constexpr (__heddle_may_be_mbarrier<Scope, Completion>::value)
      return __isShared(this);
    else
      return false;
  }
  __device__ unsigned phase() const { return *static_cast<const volatile unsigned*>(&phase_); }
  __device__ bool is_over(const arrival_token& token) const {
    return is_mbarrier() ? __heddle_mbarrier_test(this, token.state_) : phase() != token.state_;
  }
  __device__ bool is_over_by_parity(bool parity) const {
    return is_mbarrier() ? __heddle_mbarrier_test_parity(this, parity)
                         : (phase() & 1) != unsigned(parity);
  }
  __device__ void count_arrivals(ptrdiff_t count) {
    fence();
    if (atomicSub(&missing_, static_cast<unsigned>(count)) != static_cast<unsigned>(count)) return;
    fence();
    completion_();
    missing_ = *static_cast<volatile unsigned*>(&expected_);
    fence();
    atomicAdd(&phase_, 1u);
  }
  __device__ void rest() const {
    if (!is_mbarrier()) __nanosleep(20);
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

  alignas(8) unsigned expected_;  // threads of a phase; with missing_, the bits of an mbarrier
  unsigned missing_;              // of them, those that have not arrived in this phase
  unsigned phase_;                // counts them
  Completion completion_;
};

template <thread_scope Scope, class Completion>
__device__ void init(barrier<Scope, Completion>* made, ptrdiff_t expected,
                     Completion completion = Completion()) {
  made->__heddle_begin(expected, completion);
}

namespace device {
/// The 64 bits of a barrier in shared memory, for the functions of cuda_awbarrier_primitives.h.
__device__ inline unsigned long long* barrier_native_handle(barrier<thread_scope_block>& of) {
  return reinterpret_cast<unsigned long long*>(&of);
}
}  // namespace device

}  // namespace cuda

#endif
#endif
