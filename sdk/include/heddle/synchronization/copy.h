// cuda::memcpy_async for one thread and for a group. Copies are done when the call returns, as on
// every device before compute capability 8.0: barriers and pipelines have nothing more to wait for.
#ifndef HEDDLE_SYNCHRONIZATION_COPY_H
#define HEDDLE_SYNCHRONIZATION_COPY_H

#include "../../vector_types.h"
#include "barrier.h"

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

/// The thread of this rank among `ranks` copies its words.
template <class Word>
__device__ inline void __heddle_copy(void* to, const void* from, size_t bytes, size_t rank,
                                     size_t ranks) {
  for (size_t i = rank; i < bytes / sizeof(Word); i += ranks)
    static_cast<Word*>(to)[i] = static_cast<const Word*>(from)[i];
}
template <size_t Alignment>
__device__ inline void __heddle_copy_aligned(void* to, const void* from, size_t bytes, size_t rank,
                                             size_t ranks) {
  if constexpr (Alignment % 16 == 0) {
    __heddle_copy<uint4>(to, from, bytes, rank, ranks);
  } else if constexpr (Alignment % 8 == 0) {
    __heddle_copy<uint2>(to, from, bytes, rank, ranks);
  } else if constexpr (Alignment % 4 == 0) {
    __heddle_copy<unsigned>(to, from, bytes, rank, ranks);
  } else {
    __heddle_copy<unsigned char>(to, from, bytes, rank, ranks);
  }
}
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
__device__ inline void memcpy_async(T* to, const T* from, Size bytes, barrier<Scope, Completion>&) {
  __heddle_copy_sized(to, from, bytes, 0, 1);
}
template <class T, class Size, thread_scope Scope>
__device__ inline void memcpy_async(T* to, const T* from, Size bytes, pipeline<Scope>&) {
  __heddle_copy_sized(to, from, bytes, 0, 1);
}
template <class Group, class T, class Size, thread_scope Scope, class Completion>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, Size bytes,
                                    barrier<Scope, Completion>&) {
  __heddle_copy_sized(to, from, bytes, group.thread_rank(), group.size());
}
template <class Group, class T, class Size, thread_scope Scope>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, Size bytes,
                                    pipeline<Scope>&) {
  __heddle_copy_sized(to, from, bytes, group.thread_rank(), group.size());
}

}  // namespace cuda

#endif
#endif
