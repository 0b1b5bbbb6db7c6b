// Barriers in shared memory as a class. They need compute capability 8.0.
#ifndef HEDDLE_CUDA_AWBARRIER_H
#define HEDDLE_CUDA_AWBARRIER_H

#include "cuda_awbarrier_primitives.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace nvcuda {
namespace experimental {

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;
    __device__ unsigned pending_count() const { return __mbarrier_token_pending_count(state_); }

   private:
    friend class awbarrier;
    __device__ explicit arrival_token(__mbarrier_token_t state) : state_(state) {}
    __mbarrier_token_t state_;
  };

  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;

  __device__ arrival_token arrive() { return arrival_token(__mbarrier_arrive(&barrier_)); }
  __device__ arrival_token arrive_and_drop() {
    return arrival_token(__mbarrier_arrive_and_drop(&barrier_));
  }
  __device__ bool timed_wait(arrival_token token, unsigned cycles) {
    const unsigned long long first = clock64();
    do {
      if (__mbarrier_test_wait(&barrier_, token.state_)) return true;
    } while (clock64() - first < cycles);
    return false;
  }
  __device__ bool timed_wait_parity(bool phase, unsigned cycles) {
    const unsigned long long first = clock64();
    do {
      if (__mbarrier_test_wait_parity(&barrier_, phase)) return true;
    } while (clock64() - first < cycles);
    return false;
  }
  __device__ void wait(arrival_token token) {
    while (!__mbarrier_test_wait(&barrier_, token.state_)) {
    }
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ bool try_wait(arrival_token token, unsigned) {
    return __mbarrier_test_wait(&barrier_, token.state_);
  }
  static __host__ __device__ constexpr unsigned max() { return (1u << 20) - 1; }

 private:
  friend __device__ inline void init(awbarrier* barrier, unsigned expected);
  friend class pipeline;
  __mbarrier_t barrier_;
};

__device__ inline void init(awbarrier* barrier, unsigned expected) {
  __mbarrier_init(&barrier->barrier_, expected);
}

}  // namespace experimental
}  // namespace nvcuda

#endif
#endif
