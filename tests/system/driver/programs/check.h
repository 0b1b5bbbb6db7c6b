// Checks of the programs in this folder, which name what went wrong and end with exit code 1.
#pragma once

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                \
  do {                                                                   \
    if (!(condition)) {                                                  \
      printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);   \
      exit(1);                                                           \
    }                                                                    \
  } while (0)

/// The call must return the code.
#define RETURNS(code, call)                                                                  \
  do {                                                                                       \
    const CUresult got_ = (call);                                                            \
    const char* name_ = "?";                                                                 \
    cuGetErrorName(got_, &name_);                                                            \
    if (got_ != (code)) {                                                                    \
      printf("%s:%d: %s returned %s instead of %s\n", __FILE__, __LINE__, #call, name_, #code); \
      exit(1);                                                                               \
    }                                                                                        \
  } while (0)

#define DONE(call) RETURNS(CUDA_SUCCESS, call)
