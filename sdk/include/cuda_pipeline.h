// Copies from global to shared memory in stages, as a class and as functions.
#ifndef HEDDLE_CUDA_PIPELINE_H
#define HEDDLE_CUDA_PIPELINE_H

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"
#include "heddle/synchronization/copy_words.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace nvcuda {
namespace experimental {

class pipeline {
 public:
  __device__ pipeline() {}
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;
  __device__ ~pipeline() {
    commit();
    wait();
  }
  __device__ size_t commit() {
    __heddle_commit_copies();
    return groups_++;
  }
  __device__ void wait() { __heddle_wait_for_groups<0>(); }
  /// Waits for the group with this number.
  __device__ void wait(size_t group) { __pipeline_wait_prior(groups_ - 1 - group); }
  template <unsigned Prior>
  __device__ void wait_prior() {
    __heddle_wait_for_groups<Prior>();
  }
  __device__ void arrive_on(awbarrier& barrier) { __pipeline_arrive_on(&barrier.barrier_); }

 private:
  size_t groups_ = 0;
};

template <class T>
__device__ inline void memcpy_async(T& to, const T& from, pipeline&) {
  __heddle_copy_aligned<alignof(T)>(&to, &from, sizeof(T), 0, 1);
}

}  // namespace experimental
}  // namespace nvcuda

#endif
#endif
