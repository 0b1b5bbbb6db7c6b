// Functions that heddle has not: a use is an error whose message names them. Both of the host's
// compilers, clang and GCC 12, know the attribute; for others, and for C, they are not declared.
#ifndef HEDDLE_UNAVAILABLE_H
#define HEDDLE_UNAVAILABLE_H

#if defined(__cplusplus)
#if __has_attribute(unavailable)
#define HEDDLE_UNAVAILABLE(result, name, message) \
  extern "C++" template <typename... Arguments>   \
  result name(Arguments&&...) __attribute__((unavailable(message)));
#else
#define HEDDLE_UNAVAILABLE(result, name, message)
#endif
#else
#define HEDDLE_UNAVAILABLE(result, name, message)
#endif

#endif
