// Copies of many words by one or several threads, asynchronous where the device and the addresses
// allow it.
#ifndef HEDDLE_SYNCHRONIZATION_COPY_WORDS_H
#define HEDDLE_SYNCHRONIZATION_COPY_WORDS_H

#include "../../vector_types.h"
#include "async_copy.h"

#if defined(__cplusplus) && defined(__CUDACC__)

/// The thread of this rank among `ranks` copies its words.
template <class Word>
__device__ inline void __heddle_copy(void* to, const void* from, size_t bytes, size_t rank,
                                     size_t ranks) {
  Word* const words = static_cast<Word*>(to);
  const Word* const source = static_cast<const Word*>(from);
  if constexpr (sizeof(Word) >= 4) {
    if (__heddle_may_copy_async(to, from)) {
      for (size_t i = rank; i < bytes / sizeof(Word); i += ranks)
        __heddle_copy_async<sizeof(Word)>(words + i, source + i);
      return;
    }
  }
  for (size_t i = rank; i < bytes / sizeof(Word); i += ranks) words[i] = source[i];
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

#endif
#endif
