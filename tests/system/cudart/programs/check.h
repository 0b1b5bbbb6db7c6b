// What the runtime's test programs share: a check that says where it failed and ends the program.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                                      \
    }                                                                                    \
  } while (0)

/// The call returns `expected`.
#define EXPECT_CODE(expected, call)                                           \
  do {                                                                        \
    const cudaError_t code_ = (call);                                         \
    if (code_ != (expected)) {                                                \
      std::fprintf(stderr, "%s:%d: %s gives %s\n", __FILE__, __LINE__, #call, \
                   cudaGetErrorName(code_));                                  \
      std::exit(1);                                                           \
    }                                                                         \
  } while (0)

#define OK(call) EXPECT_CODE(cudaSuccess, call)
