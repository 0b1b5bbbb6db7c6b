// cuda::memcpy_async for one thread and for a group. Copies to shared memory are asynchronous from
// compute capability 8.0 on, and barriers and pipelines wait for them. Other copies are done when the
// call returns.
#ifndef HEDDLE_SYNCHRONIZATION_COPY_H
#define HEDDLE_SYNCHRONIZATION_COPY_H

#include "barrier.h"
#include "copy_words.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cuda {

/// A number of bytes, a multiple of Alignment, for memory that is aligned likewise.
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

template <thread_scope Scope>
class pipeline;

template <class T, size_t Alignment>
__device__ inline void __heddle_copy_sized(T* to, const T* from, aligned_size_t<Alignment> bytes,
                                           size_t rank, size_t ranks) {
  __heddle_copy_aligned<Alignment>(to, from, bytes.value, rank, ranks);
}
template <class T>
__device__ inline void __heddle_copy_sized(T* to, const T* from, size_t bytes, size_t rank,
                                           size_t ranks) {
  if (bytes % alignof(T) == 0) {
    __heddle_copy_aligned<alignof(T)>(to, from, bytes, rank, ranks);
  } else {
    __heddle_copy_aligned<1>(to, from, bytes, rank, ranks);
  }
}
__device__ inline void __heddle_copy_sized(void* to, const void* from, size_t bytes, size_t rank,
                                           size_t ranks) {
  __heddle_copy_aligned<1>(to, from, bytes, rank, ranks);
}

template <class T, class Size, thread_scope Scope, class Completion>
__device__ inline void memcpy_async(T* to, const T* from, Size bytes,
                                    barrier<Scope, Completion>& tracks) {
  __heddle_copy_sized(to, from, bytes, 0, 1);
  tracks.__heddle_expect_copies();
}
template <class T, class Size, thread_scope Scope>
__device__ inline void memcpy_async(T* to, const T* from, Size bytes, pipeline<Scope>&) {
  __heddle_copy_sized(to, from, bytes, 0, 1);
}
template <class Group, class T, class Size, thread_scope Scope, class Completion>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, Size bytes,
                                    barrier<Scope, Completion>& tracks) {
  __heddle_copy_sized(to, from, bytes, group.thread_rank(), group.size());
  tracks.__heddle_expect_copies();
}
template <class Group, class T, class Size, thread_scope Scope>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, Size bytes,
                                    pipeline<Scope>&) {
  __heddle_copy_sized(to, from, bytes, group.thread_rank(), group.size());
}

}  // namespace cuda

#endif
#endif
