// Copies by a whole group. They are done when the call returns to each thread: the asynchrony of
// compute capability 8.0 is not there, as on every earlier device.
#ifndef HEDDLE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define HEDDLE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {

template <class Group, class T>
__device__ inline void memcpy_async(const Group& group, T* destination, const T* source,
                                    size_t bytes) {
  char* to = reinterpret_cast<char*>(destination);
  const char* from = reinterpret_cast<const char*>(source);
  const size_t step = group.size();
  const size_t low_bits = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from);
  size_t done = 0;
  if (low_bits % 4 == 0) {
    for (size_t i = group.thread_rank(); i < bytes / 4; i += step) {
      reinterpret_cast<int*>(to)[i] = reinterpret_cast<const int*>(from)[i];
    }
    done = bytes / 4 * 4;
  }
  for (size_t i = done + group.thread_rank(); i < bytes; i += step) to[i] = from[i];
}
template <class Group, class T>
__device__ inline void memcpy_async(const Group& group, T* destination, size_t destination_count,
                                    const T* source, size_t source_count) {
  memcpy_async(group, destination, source,
               (destination_count < source_count ? destination_count : source_count) * sizeof(T));
}
template <class Group>
__device__ inline void wait(const Group& group) {
  group.sync();
}
template <unsigned Stages, class Group>
__device__ inline void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

#endif
#endif
