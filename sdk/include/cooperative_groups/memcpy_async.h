// Copies by a whole group. Copies to shared memory are asynchronous from compute capability 8.0 on;
// each call is a stage.
#ifndef HEDDLE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define HEDDLE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../heddle/synchronization/copy_words.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {

template <class Group, class T>
__device__ inline void memcpy_async(const Group& group, T* destination, const T* source,
                                    size_t bytes) {
  char* const to = reinterpret_cast<char*>(destination);
  const char* const from = reinterpret_cast<const char*>(source);
  const size_t rank = group.thread_rank(), ranks = group.size();
  const size_t low_bits = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from);
  size_t done = 0;
  if (low_bits % 16 == 0) {
    done = bytes / 16 * 16;
    __heddle_copy<uint4>(to, from, done, rank, ranks);
  }
  if (low_bits % 4 == 0) {
    const size_t words = (bytes - done) / 4 * 4;
    __heddle_copy<unsigned>(to + done, from + done, words, rank, ranks);
    done += words;
  }
  for (size_t i = done + rank; i < bytes; i += ranks) to[i] = from[i];
  __heddle_commit_copies();
}
template <class Group, class T>
__device__ inline void memcpy_async(const Group& group, T* destination, size_t destination_count,
                                    const T* source, size_t source_count) {
  memcpy_async(group, destination, source,
               (destination_count < source_count ? destination_count : source_count) * sizeof(T));
}
template <class Group>
__device__ inline void wait(const Group& group) {
  __heddle_wait_for_groups<0>();
  group.sync();
}
template <unsigned Stages, class Group>
__device__ inline void wait_prior(const Group& group) {
  __heddle_wait_for_groups<Stages>();
  group.sync();
}

}  // namespace cooperative_groups

#endif
#endif
